import { counted } from '../../../shared/counted.ts'
import { pageSizes } from '../../../shared/tent-check/pages.ts'

/** A sentence about so many checkers for so many tents. */
export function planOf(tentCount: number, numCheckers: number): string {
  const sizes = pageSizes(tentCount, numCheckers)
  const tents = counted(tentCount, 'tent')
  if (sizes.length <= 1) return `${tents}, 1 page`
  const [size = 0] = sizes
  const last = sizes.at(-1) ?? 0
  return `${tents}, ${sizes.length} pages of ${sizesText(sizes, size, last)}`
}

/** How many checkers would have tents, if fewer than requested; else null. */
export function idleCheckersOf(tentCount: number, numCheckers: number): string | null {
  const busy = pageSizes(tentCount, numCheckers).length
  if (busy === numCheckers || tentCount === 0) return null
  return `Only ${busy} of ${numCheckers} checkers will have tents.`
}

const listedAtMost = 4

function sizesText(sizes: number[], size: number, last: number): string {
  if (size === last) return `${size}`
  if (sizes.length > listedAtMost) return `${size}, the last of ${last}`
  return `${sizes.slice(0, -1).join(', ')} and ${last}`
}
