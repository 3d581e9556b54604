import type { Announcement } from '../../shared/pages/contract.ts'

/** Is an announcement shown no more? `now`: in milliseconds since 1970. */
export function isOver({ endedAt, until }: Announcement, now: number): boolean {
  return endedAt !== null || Date.parse(until) <= now
}
