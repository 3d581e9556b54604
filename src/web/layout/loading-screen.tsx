import { useEffect, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { Button } from '../ui/button.tsx'
import styles from './loading-screen.module.css'

const lateMs = 10_000

/** `onRetry` asks anew, and is offered once the answer is late. */
export function LoadingScreen({ onRetry }: { onRetry?: () => void }) {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className={styles['screen']} aria-busy="true">
      <p>{texts.loading}</p>
      {onRetry && isLate && (
        <div role="status">
          <p>No answer came yet.</p>
          <Button variant="quiet" onClick={onRetry}>
            Try again
          </Button>
        </div>
      )}
    </main>
  )
}
