import { type RefObject, useLayoutEffect } from 'react'

/** Scrolls a tent into view, whole or from its head on; does nothing if it is visible already. */
export function bringInSight(root: HTMLElement | null, tentId: string): void {
  const row = root?.querySelector(`[data-tent="${CSS.escape(tentId)}"]`)?.parentElement
  if (!row) return
  const { scrollMarginTop, scrollMarginBottom } = getComputedStyle(row)
  const box = row.getBoundingClientRect()
  const above = box.top - Number.parseFloat(scrollMarginTop)
  const below = box.bottom - (innerHeight - Number.parseFloat(scrollMarginBottom))
  const by = above < 0 ? above : Math.max(0, Math.min(above, below))
  if (by !== 0) scrollBy({ top: by, behavior: 'instant' })
}

/** Brings a tent in sight as it opens. */
export function useOpenInSight(root: RefObject<HTMLElement | null>, openId: string | null): void {
  useLayoutEffect(() => {
    if (openId !== null) bringInSight(root.current, openId)
  }, [root, openId])
}
