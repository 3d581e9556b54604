import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Another page starts at its top, right under the bar; so do search results if the page was
 * scrolled further down. To be called before anything that scrolls a tent into view.
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
