import type { ActiveTent, CheckerPage } from './contract.ts'

/** How many tents each checker page has, without empty pages. Specification 9. */
export function pageSizes(tentCount: number, numCheckers: number): number[] {
  const size = pageSize(tentCount, numCheckers)
  const full = Math.floor(tentCount / size)
  const rest = tentCount % size
  return [...Array<number>(full).fill(size), ...(rest > 0 ? [rest] : [])]
}

/** The checker page (from 0) of the tent at a position (from 0). Specification 9. */
export function groupIndexOf(position: number, tentCount: number, numCheckers: number): number {
  return Math.floor(position / pageSize(tentCount, numCheckers))
}

function pageSize(tentCount: number, numCheckers: number): number {
  return Math.max(1, Math.ceil(tentCount / numCheckers))
}

/** The pages of a check, from all its tents in order. */
export function checkerPages(
  tents: readonly Pick<ActiveTent, 'order' | 'name' | 'groupIndex'>[],
): CheckerPage[] {
  const pages: CheckerPage[] = []
  for (const tent of tents) {
    const label = tent.order || tent.name
    const page = pages[tent.groupIndex]
    if (page === undefined) pages[tent.groupIndex] = { first: label, last: label, tentCount: 1 }
    else pages[tent.groupIndex] = { ...page, last: label, tentCount: page.tentCount + 1 }
  }
  return pages
}
