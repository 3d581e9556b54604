import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import styles from './ending.module.css'

/** How long the last mark can be undone before the check ends. */
const endsAfterMs = 8000

type EndingProps = {
  /** The last act in words, and its undo; null: it is a colleague's. */
  last: { words: string; onUndo: () => void } | null
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
  const isSettled = useSettled()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The control that made the last mark is gone: the next one by Tab is this, not the page's first.
    const goFirst = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.shiftKey || !button.current || !isNowhere()) return
      event.preventDefault()
      button.current.focus()
    }
    document.addEventListener('keydown', goFirst)
    return () => document.removeEventListener('keydown', goFirst)
  }, [])
  return (
    <div role="alert" className={styles['ending']}>
      <p>{texts.noMoreTents}</p>
      {last && !isOver && (
        <Button
          ref={button}
          variant="quiet"
          // A colleague's mark can make it appear where a finger is about to tap a line's Undo.
          onClick={({ detail }) => (detail === 0 || isSettled()) && last.onUndo()}
        >
          Undo {last.words}
        </Button>
      )}
      <span className={styles['time']} style={{ animationDuration: `${endsAfterMs}ms` }} />
    </div>
  )
}

/** Is the focus on no control: lost, on a disabled one, or on the line of a marked tent? */
function isNowhere(): boolean {
  const { activeElement } = document
  return (
    activeElement === document.body || activeElement?.matches('[data-line], :disabled') === true
  )
}
