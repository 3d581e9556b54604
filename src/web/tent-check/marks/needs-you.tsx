import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { vibrateForRefusal } from '../../ui/vibrate.ts'
import { outcomeNames } from './mark.ts'
import type { QueuedMark } from './mark-queue.ts'
import styles from './needs-you.module.css'

type NeedsYouProps = {
  marks: readonly QueuedMark[]
  /** The refused marks, with the possible actions. */
  children: ReactNode
}

/** Tells how many marks did not count, until their monitor has read why. */
export function NeedsYou({ marks, children }: NeedsYouProps) {
  const [isOpen, setOpen] = useState(false)
  const refused = marks.filter(({ refusal }) => refusal !== null)
  const latest = refused.at(-1)
  const count = refused.length
  // The next refused mark must not open a dialog over the tent that is being marked.
  if (isOpen && count === 0) setOpen(false)
  const felt = useRef(0)
  useEffect(() => {
    if (count > felt.current) vibrateForRefusal()
    felt.current = count
  }, [count])
  return (
    <>
      {/* Always in the page, so that screen readers announce what appears in it. */}
      <span role="alert" className="visually-hidden">
        {latest &&
          `Needs you: your ${outcomeNames[latest.outcome]} for ${latest.tentLabel} did not count.`}
      </span>
      {count > 0 && (
        <button
          type="button"
          className={styles['pill']}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {count} {count === 1 ? 'needs' : 'need'} you
        </button>
      )}
      {isOpen && (
        <Dialog
          title={count === 1 ? 'One mark did not count' : `${count} marks did not count`}
          onClose={() => setOpen(false)}
        >
          {children}
          <Button variant="quiet" className={styles['later']} onClick={() => setOpen(false)}>
            Not now
          </Button>
        </Dialog>
      )}
    </>
  )
}
