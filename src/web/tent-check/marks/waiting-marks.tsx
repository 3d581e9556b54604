import type { Connection } from '../live/live-check.ts'
import { type Mark, outcomeNames } from './mark.ts'
import type { QueueState } from './mark-queue.ts'
import styles from './waiting-marks.module.css'

const savedShown = 3

type WaitingMarksProps = QueueState & { connection: Connection }

/** What became of this phone's last marks: on their way, or saved by the server. */
export function WaitingMarks({ marks, saved, connection }: WaitingMarksProps) {
  const sending = marks.filter(({ phase }) => phase === 'sending')
  const shown = sending.length > 0 ? sending : saved.slice(0, savedShown)
  const title =
    sending.length === 0 ? 'Saved' : connection === 'live' ? 'Sending' : 'Waiting to be sent'
  return (
    <p role="status" className={styles['line']}>
      {shown.length > 0 && (
        <>
          <strong>{title}:</strong> {shown.map(nameOf).join(', ')}
        </>
      )}
    </p>
  )
}

function nameOf({ tentLabel, outcome }: Mark): string {
  return `${tentLabel} (${outcomeNames[outcome]})`
}
