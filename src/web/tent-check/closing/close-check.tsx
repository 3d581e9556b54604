import { memo, useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import type { Say } from '../../ui/use-message.tsx'
import type { Check } from '../live/picture.ts'
import { CloseQuestion, type Closing } from './close-question.tsx'
import styles from './closing.module.css'

type CloseCheckProps = {
  check: Check
  /** The tents without a mark. */
  left: readonly ActiveTent[]
  /** Asks the server, because without a connection the event about the result is missed. */
  onTried: () => void
  say: Say
}

/**
 * Ends or cancels the check for everyone, after a confirmation. Specification 4, In Progress to
 * Idle.
 */
export const CloseCheck = memo(function CloseCheck(props: CloseCheckProps) {
  const { check, left, onTried, say } = props
  const [asking, setAsking] = useState<Closing | null>(null)
  const { run, busy } = useAction({
    act: (how: Closing) => (how === 'endCheck' ? call('endCheck', {}) : call('cancelCheck')),
    say,
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
    onSettled: () => {
      setAsking(null)
      onTried()
    },
  })
  return (
    <div className={styles['close']}>
      <Button variant="quiet" onClick={() => setAsking('endCheck')}>
        End Check
      </Button>
      <Button variant="quiet" className={styles['cancel']} onClick={() => setAsking('cancelCheck')}>
        Cancel Check
      </Button>
      {asking && (
        <CloseQuestion
          how={asking}
          left={left}
          check={check}
          busy={busy}
          onYes={() => run(asking)}
          onNo={() => setAsking(null)}
        />
      )}
    </div>
  )
})
