import { useEffect, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { Button } from '../ui/button.tsx'
import styles from './loading-screen.module.css'

const lateMs = 10_000

/** `onRetry` asks anew, and is offered whenever the answer is late. */
export function LoadingScreen({ onRetry }: { onRetry?: () => void }) {
  const [tries, setTries] = useState(0)
  const [lateTry, setLateTry] = useState<number | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setLateTry(tries), lateMs)
    return () => clearTimeout(timer)
  }, [tries])
  return (
    <main className={styles['screen']} aria-busy="true">
      <p>{texts.loading}</p>
      {onRetry && lateTry !== null && (
        <div role="status">
          <p>No answer came yet.</p>
          <Button
            variant="quiet"
            busy={lateTry !== tries}
            onClick={() => {
              setTries(tries + 1)
              onRetry()
            }}
          >
            Try again
          </Button>
        </div>
      )}
    </main>
  )
}
