import type { Tent, WholeTent } from './contract.ts'
import { namesNetID } from './match.ts'
import { strikerFor } from './net-ids.ts'

/**
 * A tent as anyone may see it: id, order, name and type; every other text "", the numbers null.
 * Made anew, so that no further field of the tent can slip out; a running check adds `groupIndex`.
 * Specification 6, visitor and signed-in user.
 */
export function publicForm(tent: Tent): Tent {
  return {
    id: tent.id,
    order: tent.order,
    name: tent.name,
    type: tent.type,
    captain: '',
    captainName: '',
    members: '',
    netIDs: '',
    numberOfMisses: null,
    dayNumber: null,
    nightNumber: null,
    lastMissLM: '',
    dateOfLastMiss: '',
    lastCheck: '',
    dateOfLastCheck: '',
  }
}

/**
 * A tent as the person with this netID sees it when it is theirs: all but other people's netIDs,
 * wherever they stand. `netIDs` then holds only their own, or "" where the tent knows them by a
 * name, and so do `people`. `rosterNetIDs`: those of all tents, by `netIDsOf`. What anyone may see
 * stays as it is.
 */
export function ownForm(
  tent: WholeTent,
  netID: string,
  rosterNetIDs: ReadonlySet<string>,
): WholeTent {
  const { inNames, elsewhere } = strikerFor(netID, rosterNetIDs)
  const own = netID.toLowerCase()
  return {
    ...tent,
    captain: inNames(tent.captain),
    captainName: inNames(tent.captainName),
    members: inNames(tent.members),
    lastCheck: inNames(tent.lastCheck),
    lastMissLM: elsewhere(tent.lastMissLM),
    dateOfLastMiss: elsewhere(tent.dateOfLastMiss),
    dateOfLastCheck: elsewhere(tent.dateOfLastCheck),
    netIDs: namesNetID(tent.netIDs, netID) ? own : '',
    people: tent.people
      .map((member) => ({
        id: member.id,
        name: inNames(member.name),
        netID: member.netID === own ? own : null,
      }))
      // Of whom nothing is left in `members` there is nobody here.
      .filter(({ name }) => name !== ''),
  }
}
