import type { Tent } from './contract.ts'
import { namesNetID } from './match.ts'

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
 * A tent as the person with this netID sees it when it is theirs: all but other people's netIDs.
 * `netIDs` then holds only their own, or "" where the tent knows them by a name.
 */
export function ownForm(tent: Tent, netID: string): Tent {
  // Some rosters name the captain by netID.
  const shown = (captain: string) => (isOtherNetID(tent, captain, netID) ? '' : captain)
  return {
    ...tent,
    captain: shown(tent.captain),
    captainName: shown(tent.captainName),
    netIDs: namesNetID(tent.netIDs, netID) ? netID.toLowerCase() : '',
  }
}

function isOtherNetID(tent: Tent, text: string, ownNetID: string): boolean {
  const candidate = text.trim()
  return namesNetID(tent.netIDs, candidate) && candidate.toLowerCase() !== ownNetID.toLowerCase()
}
