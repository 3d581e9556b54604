import { useEffect, useEffectEvent, useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import { Button } from '../../ui/button.tsx'
import styles from './ending.module.css'

/** How long the last mark can be undone before the check ends. */
const endsAfterMs = 8000

type EndingProps = {
  /** The last marked tent, and its undo; null: it is a colleague's. */
  last: { label: string; onUndo: () => void } | null
  onEnd: () => void
}

/** No tent is left: the check ends by itself in a moment, unless the last mark was a mistake. */
export function Ending({ last, onEnd }: EndingProps) {
  const [isOver, setOver] = useState(false)
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    const timer = setTimeout(() => {
      setOver(true)
      end()
    }, endsAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div role="alert" className={styles['ending']}>
      <p>{texts.noMoreTents}</p>
      {last && !isOver && (
        <Button variant="quiet" onClick={last.onUndo}>
          Undo the last mark: {last.label}
        </Button>
      )}
      <span className={styles['time']} style={{ animationDuration: `${endsAfterMs}ms` }} />
    </div>
  )
}
