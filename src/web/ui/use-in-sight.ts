import { type RefObject, useEffect, useState } from 'react'

/**
 * Is a part of the element in the window? `rootMargin`: how much further the window is thought to reach,
 * as CSS writes a margin.
 */
export function useInSight(place: RefObject<HTMLElement | null>, rootMargin: string): boolean {
  const [isInSight, setInSight] = useState(false)
  useEffect(() => {
    if (place.current === null) return
    const watch = new IntersectionObserver(
      // The last of them: an element may have come into sight and left it since the browser last told.
      (entries) => setInSight(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [place, rootMargin])
  return isInSight
}
