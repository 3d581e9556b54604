import { memo, useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import styles from './closing.module.css'

type CloseCheckProps = {
  /** The tents without a mark. */
  left: readonly ActiveTent[]
  /** Asks the server, because without a connection the event about the result is missed. */
  onTried: () => void
  say: (text: string, tone: 'danger') => void
}

type Way = 'end' | 'cancel'

const questions = {
  end: { title: 'End this check?', yes: 'End the check' },
  cancel: { title: 'Cancel this check?', yes: 'Cancel the check' },
}

/**
 * Ends or cancels the check for everyone, after a confirmation. Specification 4, In Progress to
 * Idle.
 */
export const CloseCheck = memo(function CloseCheck({ left, onTried, say }: CloseCheckProps) {
  const [asking, setAsking] = useState<Way | null>(null)
  const { run, busy } = useAction({
    act: (way: Way) => (way === 'end' ? call('endCheck', {}) : call('cancelCheck')),
    say: (_tone, text) => say(text, 'danger'),
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
    onSettled: () => {
      setAsking(null)
      onTried()
    },
  })
  return (
    <div className={styles['close']}>
      <Button variant="quiet" onClick={() => setAsking('end')}>
        End Check
      </Button>
      <Button variant="quiet" className={styles['cancel']} onClick={() => setAsking('cancel')}>
        Cancel Check
      </Button>
      {asking && (
        <Confirm
          {...questions[asking]}
          no="Keep checking"
          busy={busy}
          onYes={() => run(asking)}
          onNo={() => setAsking(null)}
        >
          {asking === 'end' ? (
            <WhatEnds left={left} />
          ) : (
            'It stops for everyone. Marks made so far stay on the tents.'
          )}
        </Confirm>
      )}
    </div>
  )
})

/** Explains an early end: unmarked tents stay unmarked. */
export function WhatEnds({ left }: Pick<CloseCheckProps, 'left'>) {
  if (left.length === 0) return 'It ends for everyone.'
  return (
    <>
      It ends for everyone.{' '}
      {left.length === 1
        ? 'This tent has no mark, and gets none:'
        : `These ${left.length} tents have no mark, and get none:`}
      <TentNames tents={left} label="Tents without a mark" />
    </>
  )
}

/** A list of tents to look over. */
export function TentNames({ tents, label }: { tents: readonly ActiveTent[]; label: string }) {
  return (
    <ul className={styles['names']} aria-label={label}>
      {tents.map((tent) => (
        <li key={tent.id}>{tentLabel(tent)}</li>
      ))}
    </ul>
  )
}
