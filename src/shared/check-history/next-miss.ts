import type { TentRecord } from './contract.ts'

/** What the next Miss leads to, in words; '' where Misses do not count. */
export function nextMissText({ period, misses, allowed }: TentRecord['standing']): string {
  const left = allowed - misses
  if (period === null) return ''
  if (left > 1) return `${left} more are allowed.`
  if (left === 1) return 'One more is allowed.'
  return left === 0
    ? 'The next one is one too many: the policy says what happens then.'
    : 'That is more than is allowed: the policy says what happens then.'
}
