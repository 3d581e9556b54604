import { createHmac } from 'node:crypto'
import { firstNameFor, fullName } from '../../shared/accounts/rules.ts'
import { easternDay } from '../../shared/eastern-time.ts'
import { groupedBy } from '../../shared/grouped.ts'
import { netIDsMatching, netIDsOfCaptain } from '../../shared/tents/match.ts'
import type { Account } from '../accounts/store.ts'
import { derivedKey } from '../seal.ts'
import { captainedTentsFinder } from './captain-of.ts'
import { areProven, memberTentsFinder, ownTentFinder, type Proof } from './own-tent.ts'
import type { MatchableTent } from './store.ts'

/** Somebody who sees a tent. */
export type Viewer = { netID: string; name: string; since: string }

/** The netIDs, in lower case, of all who may see one of these tents without a role. */
export function netIDsOfViewers(config: Proof, tents: readonly MatchableTent[]): string[] {
  const netIDs = tents.flatMap((tent) => [
    ...netIDsMatching(tent, areProven(config)),
    ...netIDsOfCaptain(tent),
  ])
  return [...new Set(netIDs)]
}

/**
 * The people who see each tent, by its id: as their own, as a member by netID, who reads its record and
 * is told of its Misses, or as its captain. `tents` in order.
 */
export function viewersByTent(
  config: Proof,
  tents: readonly MatchableTent[],
  accounts: readonly Account[],
): Map<string, Viewer[]> {
  const ownTentOf = ownTentFinder(config, tents)
  const memberTentsOf = memberTentsFinder(config, tents)
  const captainedBy = captainedTentsFinder(config, tents)
  const seen = accounts.flatMap((account) => {
    const viewer = viewerOf(account)
    const theirs = [ownTentOf(account), ...memberTentsOf(account), ...captainedBy(account)]
    return [...new Set(theirs)].flatMap((tent) => (tent === undefined ? [] : { tent, viewer }))
  })
  const byTent = groupedBy(seen, ({ tent }) => tent.id)
  return new Map([...byTent].map(([id, pairs]) => [id, pairs.map(({ viewer }) => viewer)]))
}

function viewerOf(account: Account): Viewer {
  const { netID, createdAt } = account
  const name = fullName({ ...account, firstName: firstNameFor(null, account) })
  return { netID, name, since: easternDay(createdAt) }
}

/** The key of a person among those who see a tent, which tells nobody their netID. */
export function viewerKeys(secretKey: string): (netID: string) => string {
  // The former name of viewers stays in this text: another text would change every key.
  const key = derivedKey(secretKey, 'tent-city onlookers')
  return (netID) => createHmac('sha256', key).update(netID).digest('hex')
}
