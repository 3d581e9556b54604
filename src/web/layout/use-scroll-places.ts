import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Scroll positions by history entry. */
const places = new Map<string, number>()

/**
 * A new screen starts at its top, or at the part that its address names; going back restores the
 * old position.
 */
export function useScrollPlaces(): void {
  const { key, pathname, hash } = useLocation()
  // Entries made by plain links within a page have no key of their own.
  const entry = `${key}${pathname}${hash}`
  const isPlainLink = key === 'default' && hash !== ''
  const shown = useRef(entry)

  // Before painting: scroll events from here on belong to the new screen.
  useLayoutEffect(() => {
    const keep = () => void places.set(entry, scrollY)
    // The first screen may have been scrolled before its script ran.
    if (shown.current === entry) keep()
    addEventListener('scroll', keep, { passive: true })
    return () => removeEventListener('scroll', keep)
  }, [entry])

  useLayoutEffect(() => {
    // On the first load and on a reload, the browser does this itself.
    if (shown.current === entry) return
    shown.current = entry
    const place = isPlainLink ? undefined : places.get(entry)
    const named = place === undefined && hash !== '' ? document.getElementById(hash.slice(1)) : null
    if (named) named.scrollIntoView()
    else scrollTo(0, place ?? 0)
  }, [entry, hash, isPlainLink])

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const leave = () => {
      history.scrollRestoration = 'auto'
    }
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])
}
