import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { parsedJSON } from '../../shared/parsed-json.ts'
import { orNull } from '../../shared/schemas.ts'
import { type Presence, viewedPage } from '../../shared/tent-check/contract.ts'
import { compareExactly } from '../../shared/tents/order.ts'

/**
 * The state of one open page. `key` identifies it on its server; `page` null: none. `at` orders the
 * pages of a person: the time in ms, or one more than the latest that its server knew.
 */
const presenceChange = Type.Object({
  key: Type.String(),
  checkId: Type.String(),
  netID: Type.String(),
  name: Type.String(),
  page: orNull(viewedPage),
  at: Type.Number(),
})
export type PresenceChange = Static<typeof presenceChange>

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

/** Reads what another server sent as JSON; null: sent by another version of the server. */
export function readChange(text: string): PresenceChange | null {
  const said = parsedJSON(text)
  return Value.Check(presenceChange, said) ? said : null
}
