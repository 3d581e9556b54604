import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { outcomeNames } from './mark.ts'
import type { QueuedMark } from './mark-queue.ts'
import styles from './refused-marks.module.css'

export const refusedMarksId = 'needs-you'

type RefusedMarksProps = {
  marks: readonly QueuedMark[]
  onRead: (markId: string) => void
}

/** Marks that did not count, with the reason, until their monitor has read it. */
export function RefusedMarks({ marks, onRead }: RefusedMarksProps) {
  const place = useRef<HTMLDivElement>(null)
  const read = (markId: string) => {
    // The button goes with its mark: the focus stays here.
    place.current?.focus({ preventScroll: true })
    onRead(markId)
  }
  return (
    <div ref={place} id={refusedMarksId} tabIndex={-1} className={styles['refused']} role="alert">
      {marks.map(({ markId, tentLabel, outcome, refusal }) =>
        refusal === null ? null : (
          <section key={markId} className={styles['mark']}>
            <p>
              <strong>
                Needs you: your {outcomeNames[outcome]} for {tentLabel} did not count.
              </strong>{' '}
              {refusal.text}
              {refusal.mark &&
                ` Its ${outcomeNames[refusal.mark.outcome]} by ${refusal.mark.by}, ${refusal.mark.at} Eastern, stands.`}
            </p>
            <Button variant="quiet" onClick={() => read(markId)}>
              I have read this
            </Button>
          </section>
        ),
      )}
    </div>
  )
}
