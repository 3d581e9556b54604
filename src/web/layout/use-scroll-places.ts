import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** How far down one was, by entry of the history. */
const places = new Map<string, number>()

/** A new screen begins at its top, or at what its address names; one that is gone back to, where one was. */
export function useScrollPlaces(): void {
  const { key, hash } = useLocation()
  // The entries of links within a page have one key, as that of the first page.
  const entry = `${key}${hash}`
  const shown = useRef(entry)

  // Before anything is painted: what moves from here on is another screen's place.
  useLayoutEffect(() => {
    const keep = () => void places.set(entry, scrollY)
    // The first screen may have been scrolled before it was awake.
    if (shown.current === entry) keep()
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [entry])

  useLayoutEffect(() => {
    // The first one is the browser's own work, and so is a reload.
    if (shown.current === entry) return
    shown.current = entry
    const place = places.get(entry)
    const named = place === undefined && hash !== '' ? document.getElementById(hash.slice(1)) : null
    if (named) named.scrollIntoView()
    else scrollTo(0, place ?? 0)
  }, [entry, hash])

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const leave = () => {
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])
}
