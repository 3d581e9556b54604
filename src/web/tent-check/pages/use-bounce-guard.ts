import { type MouseEvent, useCallback, useRef } from 'react'
import { isBounce, type Tap } from './bounce.ts'

/** Handles every click first, and stops accidental repeats. */
export function useBounceGuard(): (event: MouseEvent) => void {
  const last = useRef<Tap | null>(null)
  return useCallback((event) => {
    const control = event.target instanceof Element ? event.target.closest('button, a') : null
    if (control === null) return
    const isKey = event.detail === 0
    const tap: Tap = {
      x: isKey ? Number.NaN : event.clientX,
      y: isKey ? Number.NaN : event.clientY,
      at: event.timeStamp,
      control,
      isFree: control.closest('[data-free]') !== null,
    }
    if (isBounce(last.current, tap)) {
      event.preventDefault()
      event.stopPropagation()
    } else last.current = tap
  }, [])
}
