import { fullName } from '../../shared/accounts/rules.ts'
import { easternDay } from '../../shared/eastern-time.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import type { Account } from '../accounts/store.ts'

/** Somebody who sees a tent as theirs. */
export type Onlooker = { netID: string; name: string; since: string }

/** Who sees each tent as their own, by its id. */
export function onlookersByTent(
  accounts: readonly Account[],
  ownTentOf: (account: Account) => Tent | undefined,
): Map<string, Onlooker[]> {
  const byTent = new Map<string, Onlooker[]>()
  for (const account of accounts) {
    const tent = ownTentOf(account)
    if (tent === undefined) continue
    const { netID, createdAt } = account
    const onlooker = { netID, name: fullName(account), since: easternDay(createdAt) }
    byTent.set(tent.id, [...(byTent.get(tent.id) ?? []), onlooker])
  }
  return byTent
}
