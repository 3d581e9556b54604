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
      ([entry]) => setInSight(entry?.isIntersecting ?? false),
      { rootMargin },
    )
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [place, rootMargin])
  return isInSight
}
