import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { keepInTab, placesKey, takeFromTab } from '../api/storage-of-tab.ts'

/** Scroll positions by history entry. */
const places = new Map<string, number>(takeFromTab(placesKey))
/** What a reader does before they scroll by themselves. */
const moves = ['pointerdown', 'wheel', 'keydown'] as const

/**
 * A new screen starts at its top, or at the part that its address names; going back and reloading
 * restore the old position, also where what was there is loaded later.
 */
export function useScrollPlaces(): void {
  const { key, pathname, hash } = useLocation()
  // Entries made by plain links within a page have no key of their own.
  const entry = `${key}${pathname}${hash}`
  const isPlainLink = key === 'default' && hash !== ''
  const shown = useRef<string>(undefined)

  // Before painting: scroll events from here on belong to the new screen.
  useLayoutEffect(() => {
    const isFirst = shown.current === undefined
    shown.current = entry
    const keep = () => void places.set(entry, scrollY)
    const follow = () => addEventListener('scroll', keep, { passive: true })
    let stop = () => {}
    const place = isFirst ? placeNotReached(entry) : isPlainLink ? undefined : places.get(entry)
    if (place !== undefined) {
      places.set(entry, place)
      stop = scrollWhenLong(place, follow)
    } else {
      // On the first load, the browser does this itself.
      if (!isFirst) scrollToStart(hash)
      keep()
      follow()
    }
    return () => {
      stop()
      removeEventListener('scroll', keep)
    }
  }, [entry, hash, isPlainLink])

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const leave = () => {
      history.scrollRestoration = 'auto'
      keepInTab(placesKey, [...places])
    }
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [])
}

/** To the part that the address names, or the top. */
function scrollToStart(hash: string): void {
  const named = hash === '' ? null : document.getElementById(hash.slice(1))
  if (named) named.scrollIntoView()
  else scrollTo(0, 0)
}

/** Where this entry was left, if it is loaded again and the browser finds it too short by now. */
function placeNotReached(entry: string): number | undefined {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const place = load?.type === 'navigate' ? undefined : places.get(entry)
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
  return isAtEnd ? place : undefined
}

/**
 * Scrolls to `place` when the page is long enough, unless the reader moves first: then it is over,
 * which `onOver` is told. Returns how to stop before.
 */
function scrollWhenLong(place: number, onOver: () => void): () => void {
  const stop = () => {
    observer.disconnect()
    for (const move of moves) removeEventListener(move, over)
  }
  const over = () => {
    stop()
    onOver()
  }
  const scroll = () => {
    scrollTo(0, place)
    if (place <= document.documentElement.scrollHeight - innerHeight) over()
  }
  const observer = new ResizeObserver(scroll)
  observer.observe(document.body)
  for (const move of moves) addEventListener(move, over, { passive: true })
  scroll()
  return stop
}
