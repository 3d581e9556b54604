import { useEffect, useLayoutEffect, useRef } from 'react'
import { keepInTab, placesKey, takeFromTab } from '../api/storage-of-tab.ts'
import { useLocation } from '../routing/location.tsx'
import { focusPart } from '../ui/focus-part.ts'

/** Scroll positions by history entry. */
const places = new Map<string, number>(takeFromTab(placesKey))
/** The events by which a reader begins to scroll. */
const moves = ['pointerdown', 'wheel', 'keydown'] as const
/** How long to wait until the page is long enough for the old position; as long again while something is loading. */
const waitsAtMostMs = 5000

/**
 * A new screen starts at its top, or at the part that its address names; going back and reloading
 * restore the old position, also where what was there is loaded later. A sign-out forgets all.
 */
export function useScrollPlaces(isSignedIn: boolean): void {
  const { key, pathname, hash } = useLocation()
  // Entries made by plain links within a page have no key of their own. What the address names there
  // is no part of it: it may be the token of a one-time link.
  const isPlainLink = key === 'default' && hash !== ''
  const entry = `${key}${pathname}${isPlainLink ? '#' : ''}`
  const shown = useRef<string>(undefined)

  // Before painting: scroll events from here on belong to the new screen.
  useLayoutEffect(() => {
    const isFirst = shown.current === undefined
    shown.current = entry
    const keep = () => void places.set(entry, scrollY)
    const follow = () => {
      keep()
      addEventListener('scroll', keep, { passive: true })
    }
    let stop = () => {}
    const place = isFirst ? placeNotReached(entry) : isPlainLink ? undefined : places.get(entry)
    if (place !== undefined) {
      places.set(entry, place)
      stop = scrollWhenLong(place, follow)
    } else {
      // On the first load, the browser does this itself.
      if (!isFirst) scrollToStart(hash)
      follow()
    }
    return () => {
      stop()
      removeEventListener('scroll', keep)
    }
  }, [entry, hash, isPlainLink])

  useEffect(() => (isSignedIn ? () => places.clear() : undefined), [isSignedIn])

  useEffect(() => {
    const take = () => {
      history.scrollRestoration = 'manual'
    }
    const leave = () => {
      history.scrollRestoration = 'auto'
      keepInTab(placesKey, [...places])
    }
    take()
    addEventListener('pagehide', leave)
    // The browser may have kept the page, and shows it again.
    addEventListener('pageshow', take)
    return () => {
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', take)
    }
  }, [])
}

/** To the part that the address names, which gets the focus, or the top. */
function scrollToStart(hash: string): void {
  const named = hash === '' ? null : document.getElementById(hash.slice(1))
  if (named === null) scrollTo(0, 0)
  else {
    named.scrollIntoView()
    focusPart(named)
  }
}

/**
 * The position where this entry was left, if the page is loaded again and the browser has not
 * restored it: the page is too short so far, or the browser has not tried yet.
 */
function placeNotReached(entry: string): number | undefined {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const place = load?.type === 'navigate' ? undefined : places.get(entry)
  const isAtEnd = scrollY + innerHeight >= document.documentElement.scrollHeight - 1
  return isAtEnd || scrollY === 0 ? place : undefined
}

/**
 * Scrolls to `place` once the page is long enough. Gives up when the reader begins to scroll, the
 * page scrolls elsewhere by itself, or a few seconds pass and nothing says that it is loading. Calls
 * `onOver` when it is done or gives up. Returns a function that stops it.
 */
function scrollWhenLong(place: number, onOver: () => void): () => void {
  const stop = () => {
    observer.disconnect()
    clearInterval(timer)
    removeEventListener('scroll', scrolled)
    for (const move of moves) removeEventListener(move, over)
  }
  const over = () => {
    stop()
    onOver()
  }
  const scroll = () => {
    scrollTo(0, place)
    reached = scrollY
    if (place <= document.documentElement.scrollHeight - innerHeight) over()
  }
  let reached = scrollY
  const scrolled = () => {
    if (scrollY !== reached) over()
  }
  const timer = setInterval(() => {
    if (document.querySelector('[aria-busy=true]') === null) over()
  }, waitsAtMostMs)
  const observer = new ResizeObserver(scroll)
  observer.observe(document.body)
  addEventListener('scroll', scrolled, { passive: true })
  for (const move of moves) addEventListener(move, over, { passive: true })
  scroll()
  return stop
}
