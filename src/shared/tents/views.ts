import type { Tent, WholeTent } from './contract.ts'
import { namesNetID } from './match.ts'
import { netIDMasker } from './net-ids.ts'

/**
 * A tent in the public form: id, order, name and type; every other text "", the numbers null. Built
 * field by field, so that no other field is sent by accident; a running check adds `groupIndex`.
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
 * A tent as its own member with this netID sees it: everything except other people's netIDs.
 * `netIDs` and `people` then contain only their own, or none if the tent matched by a name.
 * `rosterNetIDs`: those of all tents, by `netIDsOf`. Public fields are not changed.
 */
export function ownForm(
  tent: WholeTent,
  netID: string,
  rosterNetIDs: ReadonlySet<string>,
): WholeTent {
  const { inNames, inOtherTexts } = netIDMasker(netID, rosterNetIDs)
  const own = netID.toLowerCase()
  return {
    ...tent,
    captain: inNames(tent.captain),
    captainName: inNames(tent.captainName),
    members: inNames(tent.members),
    lastCheck: inNames(tent.lastCheck),
    lastMissLM: inOtherTexts(tent.lastMissLM),
    dateOfLastMiss: inOtherTexts(tent.dateOfLastMiss),
    dateOfLastCheck: inOtherTexts(tent.dateOfLastCheck),
    netIDs: namesNetID(tent.netIDs, netID) ? own : '',
    people: tent.people
      .map((member) => ({
        id: member.id,
        name: inNames(member.name),
        netID: member.netID === own ? own : null,
      }))
      // Members of whose entry nothing is left are dropped.
      .filter(({ name }) => name !== ''),
  }
}
