import { type KeyboardEvent, type MouseEvent, useMemo, useRef } from 'react'
import { isBounce, type Tap } from './bounce.ts'

/** Handles every click first, and stops accidental repeats. */
export function useBounceGuard() {
  const last = useRef<Tap | null>(null)
  return useMemo(
    () => ({
      onClickCapture: (event: MouseEvent) => {
        const tap = tapOf(event)
        if (tap === null) return
        if (isBounce(last.current, tap)) {
          event.preventDefault()
          event.stopPropagation()
        } else last.current = tap
      },
      // Before the click: a field that came under the finger would open the keyboard.
      onMouseDownCapture: (event: MouseEvent) => {
        const tap = tapOf(event)
        if (tap !== null && isBounce(last.current, tap)) event.preventDefault()
      },
      // A key that is held down is one press.
      onKeyDownCapture: (event: KeyboardEvent) => {
        const isHeld = event.repeat && event.key === 'Enter'
        if (isHeld && event.target instanceof HTMLButtonElement) event.preventDefault()
      },
    }),
    [],
  )
}

function tapOf(event: MouseEvent): Tap | null {
  const control = event.target instanceof Element ? event.target.closest('button, a, input') : null
  if (control === null) return null
  const isKey = event.type === 'click' && event.detail === 0
  return {
    x: isKey ? Number.NaN : event.clientX,
    y: isKey ? Number.NaN : event.clientY,
    at: event.timeStamp,
    control,
    // One may set the cursor in a field as often as one likes.
    isFree: control.closest('[data-free], input') !== null,
  }
}
