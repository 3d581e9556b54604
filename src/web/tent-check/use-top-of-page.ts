import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Another page begins at its top, right under the bar; what a search finds does so where one was
 * further down. Called before what brings a tent into sight.
 */
export function useTopOfPage(
  root: RefObject<HTMLElement | null>,
  { page, query }: { page: number | string; query: string },
): void {
  const last = useRef({ page, query })
  useLayoutEffect(() => {
    const { current: before } = last
    last.current = { page, query }
    if (root.current === null || (before.page === page && before.query === query)) return
    const { top } = root.current.getBoundingClientRect()
    const isPast = top < Number.parseFloat(getComputedStyle(root.current).scrollMarginTop)
    if (isPast || before.page !== page) root.current.scrollIntoView({ behavior: 'instant' })
  }, [root, page, query])
}
