import type { Tent } from '../../shared/tents/contract.ts'
import { tentFinder, tokensOf } from '../../shared/tents/match.ts'
import type { Config } from '../config.ts'

type Person = { netID: string; isConfirmed: boolean }

/**
 * Finds the tent whose notices a person may get, among tents in order. Where netIDs are proven: the
 * person's own tent, once theirs is. Otherwise the first that lists the netID in `netIDs`; a name
 * that looks like a netID is not enough. Nothing else decides who may get a tent's notices.
 */
export function tentToTellOf<T extends Tent>(
  { confirmNetIDs }: Pick<Config, 'confirmNetIDs'>,
  tents: readonly T[],
): (person: Person) => T | undefined {
  if (confirmNetIDs !== 'off') {
    const find = tentFinder(tents, true)
    return ({ netID, isConfirmed }) => (isConfirmed ? find(netID) : undefined)
  }
  const byPerson = new Map<string, T>()
  for (const tent of tents) {
    for (const token of tokensOf(tent.netIDs)) {
      const netID = token.toLowerCase()
      if (!byPerson.has(netID)) byPerson.set(netID, tent)
    }
  }
  return ({ netID }) => byPerson.get(netID)
}
