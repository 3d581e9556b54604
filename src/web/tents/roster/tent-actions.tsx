import { useState } from 'react'
import type { RosterEdit, Tent } from '../../../shared/tents/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { call, hasCode } from '../../api/call.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { TentForm } from './tent-form.tsx'
import { rosterTexts } from './texts.ts'

type TentActionsProps = {
  tent: Tent
  /** All tents, in order. */
  tents: readonly Tent[]
  onSaved: () => Promise<void>
  /** Called when the tent was removed. */
  onRetired: () => void
}

/** What super users can do with a tent while it does not come from Airtable. */
export function TentActions({ tent, tents, onSaved, onRetired }: TentActionsProps) {
  const [asking, setAsking] = useState<'edit' | 'retire' | null>(null)
  const { run, busy, message } = useSaidAction({
    act: async (edits: RosterEdit[]) => {
      await call('editRoster', { edits })
      // Before the roster comes without it: the record of a tent that left would open else.
      if (edits.some(({ fields }) => fields === null)) onRetired()
      await onSaved()
    },
    failed: rosterTexts.editFailed,
    unanswered: rosterTexts.editUnanswered,
    onFailed: (error) => {
      if (hasCode(error, 'tentChanged')) void onSaved()
    },
    onSettled: () => setAsking(null),
    hideAfterMs: null,
  })
  const place = tents.findIndex(({ id }) => id === tent.id)
  return (
    <>
      {message}
      <Button variant="quiet" busy={busy} onClick={() => setAsking('edit')}>
        Edit
      </Button>
      {[tents[place - 1], tents[place + 1]].map(
        (other) =>
          other !== undefined &&
          other.order !== tent.order && (
            <Button
              key={other.id}
              variant="quiet"
              busy={busy}
              onClick={() => run(tradedPlaces(tent, other))}
            >
              Trade places with {other.order} {other.name}
            </Button>
          ),
      )}
      <Button variant="danger" busy={busy} onClick={() => setAsking('retire')}>
        Take off the roster…
      </Button>
      <TentForm
        isOpen={asking === 'edit'}
        tent={tent}
        onSaved={onSaved}
        onClose={() => setAsking(null)}
      />
      {asking === 'retire' && (
        <Confirm
          title={`Take ${tentLabel(tent)} off the roster?`}
          yes="Take it off"
          no="Keep it"
          busy={busy}
          onYes={() => run([{ id: tent.id, fields: null }])}
          onNo={() => setAsking(null)}
        >
          {rosterTexts.aboutRetiring}
        </Confirm>
      )}
    </>
  )
}

function tradedPlaces(tent: Tent, other: Tent): RosterEdit[] {
  const [was, becomes] = [{ order: tent.order }, { order: other.order }]
  return [
    { id: tent.id, was, fields: becomes },
    { id: other.id, was: becomes, fields: was },
  ]
}
