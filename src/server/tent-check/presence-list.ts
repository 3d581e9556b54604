import type { Presence } from '../../shared/events.ts'

/** What one open page says: `key` names it on its server, `at` is when, in ms; page null: none. */
export type PresenceChange = {
  key: string
  checkId: string
  netID: string
  name: string
  page: Presence['page'] | null
  at: number
}

/** One entry a person, by netID: where they were last in this check. Null: none is on. */
export function presenceList(known: readonly PresenceChange[], checkId: string | null): Presence[] {
  const latest = new Map<string, PresenceChange>()
  for (const one of known) {
    if (one.checkId !== checkId) continue
    const other = latest.get(one.netID)
    if (other === undefined || other.at <= one.at) latest.set(one.netID, one)
  }
  return [...latest.values()]
    .flatMap(({ netID, name, page }) => (page === null ? [] : [{ netID, name, page }]))
    .sort((a, b) => (a.netID < b.netID ? -1 : 1))
}

/** As one server tells another. */
export function writtenChange({ key, checkId, netID, name, page, at }: PresenceChange): string {
  return JSON.stringify([key, checkId, netID, name, page, at])
}

/** null: what another version of the server says. */
export function readChange(text: string): PresenceChange | null {
  const [key, checkId, netID, name, page, at] = parsed(text)
  const isPage = page === null || page === 'cards' || typeof page === 'number'
  if (typeof key !== 'string' || typeof checkId !== 'string' || !isPage) return null
  if (typeof netID !== 'string' || typeof name !== 'string' || typeof at !== 'number') return null
  return { key, checkId, netID, name, page, at }
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}
