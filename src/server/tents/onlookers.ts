import { createHmac } from 'node:crypto'
import { firstNameFor, fullName } from '../../shared/accounts/rules.ts'
import { easternDay } from '../../shared/eastern-time.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import type { Account } from '../accounts/store.ts'
import { derivedKey } from '../seal.ts'

/** Somebody whose own tent this is. */
export type Onlooker = { netID: string; name: string; since: string }

/** The people whose own tent each tent is, by its id. */
export function onlookersByTent(
  accounts: readonly Account[],
  ownTentOf: (account: Account) => Tent | undefined,
): Map<string, Onlooker[]> {
  const byTent = new Map<string, Onlooker[]>()
  for (const account of accounts) {
    const tent = ownTentOf(account)
    if (tent === undefined) continue
    const { netID, createdAt } = account
    const name = fullName({ ...account, firstName: firstNameFor(null, account) })
    const onlooker = { netID, name, since: easternDay(createdAt) }
    byTent.set(tent.id, [...(byTent.get(tent.id) ?? []), onlooker])
  }
  return byTent
}

/** The key of a person among those who see a tent, which tells nobody their netID. */
export function onlookerKeys(secretKey: string): (netID: string) => string {
  const key = derivedKey(secretKey, 'tent-city onlookers')
  return (netID) => createHmac('sha256', key).update(netID).digest('hex')
}
