import { type RefObject, useLayoutEffect } from 'react'

/**
 * Scrolls an opened tent into view, whole or from its head on; does nothing if it is visible
 * already.
 */
export function useOpenInSight(root: RefObject<HTMLElement | null>, openId: string | null): void {
  useLayoutEffect(() => {
    const article = openId && root.current?.querySelector(`[data-tent="${CSS.escape(openId)}"]`)
    const row = article ? article.parentElement : null
    if (!row) return
    const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(row)
    const box = row.getBoundingClientRect()
    const above = box.top - Number.parseFloat(scrollMarginTop)
    const below = box.bottom - (innerHeight - Number.parseFloat(scrollMarginBottom))
    const by = above < 0 ? above : Math.max(0, Math.min(above, below))
    if (by !== 0) scrollBy({ top: by, behavior: 'instant' })
  }, [root, openId])
}
