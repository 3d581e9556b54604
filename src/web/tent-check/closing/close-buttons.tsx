import { memo, type ReactNode, useState } from 'react'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { call } from '../../api/call.ts'
import { type Action, useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import type { Check } from '../live/picture.ts'
import styles from './close-buttons.module.css'
import { CloseQuestion, type Closing } from './close-question.tsx'
import type { Unsent } from './unsent.ts'

type CloseButtonsProps = Pick<Action<Closing>, 'say' | 'failed' | 'unanswered' | 'tell'> & {
  /** null: it cannot be read, so its id is unknown. */
  checkId: string | null
  /** Of the last event of the check that is known here. */
  number: number
  /** The check, where its clock should be read before it is ended. */
  check?: Check
  /** The tents without a mark. */
  left: readonly ActiveTent[]
  /** Called as it is asked whether to end or cancel. */
  onAsk?: () => void
  /** false: the check cannot be read, so it can only be cancelled. */
  mayEnd?: boolean
  /** What is said once it is done; by default nothing. */
  done?: (how: Closing) => string | undefined
  /** Asks the server, because without a connection the event about the result is missed. */
  onTried: () => Promise<void> | void
  className?: string | undefined
  /** Stands before the buttons. */
  children?: ReactNode
} & Partial<Unsent>

/**
 * Ends or cancels the check for everyone, after a confirmation. Specification 4, In Progress to
 * Idle.
 */
export const CloseButtons = memo(function CloseButtons(props: CloseButtonsProps) {
  const { checkId, number, check, left, unsent = 0, hasOthers = false, onAsk, done } = props
  const { mayEnd = true, onTried, className, children, say, failed, unanswered, tell } = props
  const [asking, setAsking] = useState<Closing | null>(null)
  const { run, busy } = useAction({
    act: async (how: Closing) => {
      await call(how, checkId === null ? {} : { checkId, number })
      return done?.(how)
    },
    say,
    failed,
    unanswered,
    ...(tell && { tell }),
    // The message is drawn behind the dialog, so the dialog closes first.
    onSettled: () => {
      setAsking(null)
      return onTried()
    },
  })
  const ask = (how: Closing) => {
    onAsk?.()
    setAsking(how)
  }
  return (
    <div className={classNames(styles['close'], className)}>
      {children}
      {mayEnd && (
        <Button variant="quiet" busy={busy} onClick={() => ask('endCheck')}>
          End Check
        </Button>
      )}
      <Button
        variant="quiet"
        className={styles['cancel']}
        busy={busy}
        onClick={() => ask('cancelCheck')}
      >
        Cancel Check
      </Button>
      {asking && (
        <CloseQuestion
          how={asking}
          left={left}
          unsent={unsent}
          hasOthers={hasOthers}
          busy={busy}
          onYes={() => run(asking)}
          onNo={() => setAsking(null)}
          {...(check && { check })}
        />
      )}
    </div>
  )
})
