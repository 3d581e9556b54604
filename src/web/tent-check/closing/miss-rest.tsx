import { useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { CallError, call } from '../../api/call.ts'
import { newId } from '../../api/new-id.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import type { Say } from '../../ui/use-message.tsx'
import { rememberRest } from './last-act.ts'
import { TentNames } from './tent-names.tsx'
import { closingTexts } from './texts.ts'

type MissRestProps = {
  checkId: string
  left: readonly ActiveTent[]
  /** After the last call; if that is taken back, nothing is asked any more. */
  isAllowed: boolean
  onTried: () => void
  say: Say
}

/** Marks all tents that never came with a Miss, after a list to look over. */
export function MissRest({ checkId, left, isAllowed, onTried, say }: MissRestProps) {
  /** The tents when the dialog was opened: only these are marked, also on further attempts. */
  const [rest, setRest] = useState<Rest | null>(null)
  if (rest !== null && !isAllowed) setRest(null)
  return (
    <>
      <Button
        disabled={!isAllowed || left.length === 0}
        onClick={() => setRest({ restId: newId(), tents: left })}
      >
        {missRestText(left.length)}
      </Button>
      {rest && (
        <LookOver
          checkId={checkId}
          rest={rest}
          onTried={onTried}
          onDone={(missed, already) => {
            setRest(null)
            // Otherwise it is as they said, and the check ends.
            if (already > 0) say('info', closingTexts.restMissed(missed, already))
          }}
          onNo={() => setRest(null)}
        />
      )}
    </>
  )
}

type Rest = { restId: string; tents: readonly ActiveTent[] }

type LookOverProps = Pick<MissRestProps, 'checkId' | 'onTried'> & {
  rest: Rest
  /** `already`: how many were marked meanwhile. */
  onDone: (missed: number, already: number) => void
  onNo: () => void
}

function LookOver({ checkId, rest: { restId, tents }, onTried, onDone, onNo }: LookOverProps) {
  const { run, busy, message } = useSaidAction({
    act: async () => {
      const ids = tents.map(({ id }) => id)
      rememberRest({ checkId, ids })
      const { missed, already } = await call('missRest', { checkId, ids, restId })
      onDone(missed.length, already.length)
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
    <Confirm
      title={`${missRestText(tents.length)}?`}
      yes={`Mark ${tents.length} as missed`}
      no="Not yet"
      busy={busy}
      onYes={() => run()}
      onNo={onNo}
    >
      <p>
        Each of them gets a Miss from you. Who was marked meanwhile keeps that mark. Then the check
        ends.
      </p>
      <TentNames tents={tents} label="Tents to be missed" />
      {message}
    </Confirm>
  )
}

function missRestText(count: number): string {
  return count === 1 ? 'Mark the last one as missed' : `Mark the remaining ${count} as missed`
}
