import type { Presence } from '../../shared/tent-check/contract.ts'
import { compareExactly } from '../../shared/tents/order.ts'
import { parsedJSON } from '../parsed-json.ts'

/**
 * The state of one open page. `key` identifies it on its server; `page` null: none. `at` orders the
 * pages of a person: the time in ms, or one more than the latest that its server knew.
 */
export type PresenceChange = {
  key: string
  checkId: string
  netID: string
  name: string
  page: Presence['page'] | null
  at: number
}

/**
 * One entry per person, by netID, with their latest page in this check. `checkId` null: no check is
 * on.
 */
export function presenceList(known: readonly PresenceChange[], checkId: string | null): Presence[] {
  const latest = new Map<string, PresenceChange>()
  for (const one of known) {
    if (one.checkId !== checkId) continue
    const other = latest.get(one.netID)
    if (other === undefined || other.at <= one.at) latest.set(one.netID, one)
  }
  return [...latest.values()]
    .flatMap(({ netID, name, page }) => (page === null ? [] : [{ netID, name, page }]))
    .sort((a, b) => compareExactly(a.netID, b.netID))
}

/** The text sent to other servers. */
export function writtenChange({ key, checkId, netID, name, page, at }: PresenceChange): string {
  return JSON.stringify([key, checkId, netID, name, page, at])
}

/** null: sent by another version of the server. */
export function readChange(text: string): PresenceChange | null {
  const said = parsedJSON(text)
  const [key, checkId, netID, name, page, at] = Array.isArray(said) ? (said as unknown[]) : []
  const isPage = page === null || page === 'cards' || typeof page === 'number'
  if (typeof key !== 'string' || typeof checkId !== 'string' || !isPage) return null
  if (typeof netID !== 'string' || typeof name !== 'string' || typeof at !== 'number') return null
  return { key, checkId, netID, name, page, at }
}
