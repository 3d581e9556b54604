import { createHmac } from 'node:crypto'
import { firstNameFor, fullName } from '../../shared/accounts/rules.ts'
import { easternDay } from '../../shared/eastern-time.ts'
import { groupedBy } from '../../shared/grouped.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import type { Account } from '../accounts/store.ts'
import { derivedKey } from '../seal.ts'

/** Somebody whose own tent this is. */
export type Viewer = { netID: string; name: string; since: string }

/** The people whose own tent each tent is, by its id. */
export function viewersByTent(
  accounts: readonly Account[],
  ownTentOf: (account: Account) => Tent | undefined,
): Map<string, Viewer[]> {
  const byTent = groupedBy(accounts, (account) => ownTentOf(account)?.id)
  return new Map(
    [...byTent].flatMap(([id, theirs]) =>
      id === undefined ? [] : [[id, theirs.map(viewerOf)] as const],
    ),
  )
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
