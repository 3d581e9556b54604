import { useEffect, useRef, useState } from 'react'
import type { StandingOutcome } from '../../shared/check-history/contract.ts'
import type { Dispute } from '../../shared/disputes/contract.ts'
import { disputeTextAtLeast, disputeTextAtMost } from '../../shared/disputes/limits.ts'
import { call, NetworkError } from '../api/call.ts'
import { disputedKey, keepOneInTab, readOneFromTab } from '../api/storage-of-tab.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useTimes } from '../ui/times.ts'
import { DisputeText } from './dispute-text.tsx'
import { disputesTexts } from './texts.ts'
import { useDisputesChanged } from './use-disputes.ts'

type DisputeMissProps = {
  checkId: string
  /** The tent whose Miss is shown: one's netID may stand in others, too. */
  tentId: string
  outcome: StandingOutcome
  /** When the time to dispute it is over, ISO 8601; null: it is, or there is no Miss any more. */
  until: string | null
  /** Whoever looks is known to be of this tent only by a name, and may not dispute it. */
  notDisputable?: boolean | undefined
  filed: Dispute | undefined
  /** The outcome was changed after the answer. */
  isChangedSince?: boolean | undefined
  /** The first name of whoever looks, by which members see their own dispute. */
  myName: string
}

/** Of one that was sent without an answer. */
const unknownId = ''

/** Lets a member say why a Miss of their tent is wrong, or shows what a member has said. */
export function DisputeMiss(props: DisputeMissProps) {
  const { checkId, tentId, outcome, until, notDisputable, filed, isChangedSince, myName } = props
  const [isOpen, setOpen] = useState(false)
  const whose = `${tentId} ${checkId}`
  const [text, setText] = useState(() => readOneFromTab<string>(disputedKey, whose) ?? '')
  const [sentId, setSentId] = useState<string | null>(null)
  const isOver = Boolean(sentId) || (filed !== undefined && !isOpen)
  useEffect(
    () => keepOneInTab(disputedKey, whose, isOver || text === '' ? null : text),
    [whose, isOver, text],
  )
  const times = useTimes()
  const changed = useDisputesChanged()
  const said = useRef<HTMLDivElement>(null)
  const focusAfter = useFocusAfter(filed !== undefined && !isOpen, () => said.current)
  const { run, busy, message, say } = useSaidAction({
    act: () =>
      focusAfter(async () => {
        try {
          setSentId((await call('fileDispute', { checkId, tentId, text: text.trim() })).id)
        } catch (error) {
          if (error instanceof NetworkError) setSentId(unknownId)
          // A refusal may be of what was sent before without an answer, whatever it says.
          else await changed()
          throw error
        }
        await changed()
        setOpen(false)
      }),
    failed: disputesTexts.disputeFailed,
    unanswered: disputesTexts.disputeUnanswered,
    hideAfterMs: null,
  })
  const send = () => {
    if ([...text.trim()].length < disputeTextAtLeast)
      return say('danger', disputesTexts.disputeIncomplete)
    run()
  }
  // The dispute that was sent here must not be reported as another member's. Its text does not tell
  // whose it is: other people's netIDs are struck from it.
  const mayBeMine =
    filed !== undefined &&
    (filed.id === sentId || (sentId === unknownId && filed.by.name === myName))
  const meanwhile = filed
    ? disputesTexts.disputedMeanwhile(filed.by.name)
    : until === null && disputesTexts.disputeOver
  const tooLate = !busy && !mayBeMine && meanwhile
  if (isOpen && mayBeMine && !busy) setOpen(false)
  return (
    <>
      {filed && (
        <div ref={said} tabIndex={-1}>
          {filed.id === sentId && !isOpen && filed.answer === null && (
            <p role="status">{disputesTexts.disputeSent}</p>
          )}
          <DisputeText dispute={filed} isChangedSince={isChangedSince} />
        </div>
      )}
      {!filed && until !== null && (
        <>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            Dispute this Miss
          </Button>
          <p className="muted">Until {times.withDay(until)}.</p>
        </>
      )}
      {!filed && until === null && outcome === 'miss' && (
        <p className="muted">
          {notDisputable ? disputesTexts.notDisputable : disputesTexts.disputeTimeOver}
        </p>
      )}
      <DialogForm
        isOpen={isOpen}
        title="Dispute this Miss"
        message={message}
        send="Send"
        busy={busy}
        isHeld={tooLate !== false}
        onSend={send}
        onClose={() => setOpen(false)}
      >
        {tooLate !== false && <p role="status">{tooLate}</p>}
        <TextArea
          label="What happened?"
          hint={
            until === null
              ? ''
              : `A super user will read it. You can send it until ${times.withDay(until)}.`
          }
          value={text}
          maxLength={disputeTextAtMost}
          onChange={(event) => setText(event.target.value)}
        />
      </DialogForm>
    </>
  )
}
