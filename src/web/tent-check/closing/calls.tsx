import { useRef, useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { call as ask } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import { useTimes } from '../../ui/times.ts'
import { useZoneAfter } from '../../ui/times-zone.ts'
import type { Say } from '../../ui/use-message.tsx'
import { useUnmoved } from '../../ui/use-settled.ts'
import type { Check } from '../live/picture.ts'
import { CallClock } from '../pages/call-clock.tsx'
import { callInSentence, callName } from '../pages/call-words.ts'
import styles from './closing.module.css'
import { MissRest } from './miss-rest.tsx'
import { closingTexts } from './texts.ts'

type CallsProps = {
  check: Check
  /** The unmarked tents of all pages. */
  left: readonly ActiveTent[]
  /** The server has made a call of this phone. */
  onCalled: () => void
  /** Asks the server, because without a connection the event about the result is missed. */
  onTried: () => void
  say: Say
}

/** Calls for absent tents, each with its time, the last one with a countdown; then the end. */
export function Calls({ check, left, onCalled, onTried, say }: CallsProps) {
  const { checkId, calls, callsAtMost, closesAt } = check
  const times = useTimes()
  const zoneAfter = useZoneAfter()
  const latest = calls.at(-1)?.call ?? 0
  const [before, setBefore] = useState({ latest, takenBack: 0 })
  if (latest !== before.latest) {
    setBefore({ latest, takenBack: before.takenBack + (latest < before.latest ? 1 : 0) })
  }
  // Once a call is taken back, by whomever, the button for the one before it is in the same place.
  const isUnmoved = useUnmoved(String(before.takenBack))
  const list = useRef<HTMLOListElement>(null)
  // Not to the call itself, which the status row announces.
  const focusAfter = useFocusAfter(latest, () => list.current)
  const { run, busy } = useAction({
    act: async ({ name, call }: { name: 'callTents' | 'undoCall'; call: number }) => {
      await focusAfter(() => ask(name, { checkId, call }))
      if (name === 'callTents') onCalled()
    },
    say,
    failed: texts.tryAgain,
    unanswered: closingTexts.callUnanswered,
    onSettled: onTried,
  })
  const isCalled = latest >= callsAtMost
  return (
    <section aria-label="Calls for absent tents" className={styles['calls']}>
      {callsAtMost > 0 && (
        <ol ref={list} aria-label="Calls" tabIndex={-1} className={styles['list']}>
          {Array.from({ length: callsAtMost }, (_, place) => place + 1).map((call) => {
            const made = calls.find((one) => one.call === call)
            return (
              <li key={call}>
                {made ? (
                  <span className={styles['made']}>
                    {callName(call, callsAtMost)} <strong>{times.clock(made.at)}</strong>
                    <span className={styles['zone']}>{zoneAfter(made.at)}</span>
                  </span>
                ) : (
                  <Button
                    variant={call === latest + 1 ? 'primary' : 'quiet'}
                    className={styles['call']}
                    busy={busy}
                    disabled={call !== latest + 1}
                    onClick={() => run({ name: 'callTents', call })}
                  >
                    {callName(call, callsAtMost)}
                  </Button>
                )}
              </li>
            )
          })}
        </ol>
      )}
      {callsAtMost > 0 && (
        <p className="muted">
          {closesAt === null
            ? `After the ${callInSentence(callsAtMost, callsAtMost)}`
            : 'When its time is over'}
          , mark the rest as missed.
        </p>
      )}
      {/* There before the first call, too: no call moves the tents below. */}
      {callsAtMost > 0 && (
        <div className={styles['now']}>
          {closesAt !== null && (
            <p className={styles['clock']}>
              The check <CallClock check={check} />
            </p>
          )}
          {latest > 0 && (
            <Button
              variant="link"
              className={styles['back']}
              busy={busy}
              onClick={({ detail }) => {
                if (detail === 0 || isUnmoved()) run({ name: 'undoCall', call: latest })
              }}
            >
              Take back the {callInSentence(latest, callsAtMost)}
            </Button>
          )}
        </div>
      )}
      <MissRest check={check} left={left} isAllowed={isCalled} onTried={onTried} say={say} />
    </section>
  )
}
