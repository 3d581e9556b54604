import { useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { CallError, call } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import type { Say } from '../../ui/use-message.tsx'
import type { Check } from '../live/picture.ts'
import { ClosesIn } from './closes-in.tsx'
import { rememberRest } from './last-act.ts'
import { TentNames } from './tent-names.tsx'
import { closingTexts } from './texts.ts'

type MissRestProps = {
  check: Check
  left: readonly ActiveTent[]
  /** After the last call; if that is taken back, nothing is asked any more. */
  isAllowed: boolean
  onTried: () => void
  say: Say
}

/**
 * Marks all tents that never came with a Miss, after a list to look over. Those that were corrected
 * stay as they are, and are left for a person to decide.
 */
export function MissRest({ check, left, isAllowed, onTried, say }: MissRestProps) {
  const { checkId } = check
  const uncorrected = left.filter(({ corrected }) => !corrected)
  /** The tents when the dialog was opened: only these are marked, also on further attempts. */
  const [rest, setRest] = useState<Rest | null>(null)
  if (rest !== null && !isAllowed) setRest(null)
  // Here, because what becomes of it is told also where the dialog is gone.
  const { run, busy, message, clear } = useSaidAction({
    act: async ({ restId, tents, kept }: Rest) => {
      const ids = tents.map(({ id }) => id)
      rememberRest({ checkId, ids })
      const { missed, already } = await call('missRest', { checkId, ids, restId })
      setRest(null)
      // Otherwise all were marked as the dialog said, and the check is ending.
      if (already.length > 0 || kept.length > 0) {
        say('info', closingTexts.restMissed(missed.length, already.length))
      }
    },
    failed: texts.tryAgain,
    unanswered: closingTexts.restUnanswered,
    onFailed: (error) => {
      // A gateway's error may come after the server has marked them.
      if (error instanceof CallError && error.status < 500) rememberRest(null)
    },
    onSettled: onTried,
    hideAfterMs: null,
  })
  return (
    <>
      <Button
        disabled={!isAllowed || uncorrected.length === 0}
        busy={busy}
        onClick={() => {
          clear()
          const kept = left.filter(({ corrected }) => corrected)
          setRest({ restId: newId(), tents: uncorrected, kept })
        }}
      >
        {missRestText(uncorrected.length, left.length)}
      </Button>
      {rest ? (
        <Confirm
          title={`${missRestText(rest.tents.length, rest.tents.length + rest.kept.length)}?`}
          yes={`Mark ${rest.tents.length} as missed`}
          no="Not yet"
          busy={busy}
          onYes={() => run(rest)}
          onNo={() => {
            clear()
            setRest(null)
          }}
        >
          <ClosesIn check={check} />
          <p>
            Each tent below gets a Miss from you. One that somebody has marked since keeps that
            mark.{rest.kept.length === 0 && ' Then the check ends.'}
          </p>
          <TentNames tents={rest.tents} label="Tents to be missed" />
          {rest.kept.length > 0 && (
            <>
              <p>These stay as they were corrected, until you mark them or end the check:</p>
              <TentNames tents={rest.kept} label="Tents that keep their correction" />
            </>
          )}
          {message}
        </Confirm>
      ) : (
        message
      )}
    </>
  )
}

/** `kept`: those that were corrected. */
type Rest = { restId: string; tents: readonly ActiveTent[]; kept: readonly ActiveTent[] }

function missRestText(count: number, left: number): string {
  return left === 1 && count === 1
    ? 'Mark the last one as missed'
    : `Mark the remaining ${count} as missed`
}
