import type { ActiveTent } from '../../shared/tent-check/contract.ts'
import { membersOf } from '../../shared/tents/members.ts'
import { allCalled } from './exclusions/member-names.ts'
import { namesCounted, requiredOf, type Standing } from './pages/standings.ts'

/**
 * What the exclusion of a name did: `Amara Cho was counted for 43: now 0 of 1.`, of several tents
 * each; `Amara Cho is excluded.` where no mark that stands counted anybody of that name. Where
 * several people share the name, it says both.
 */
export function excludedText(
  name: string,
  tents: readonly ActiveTent[],
  standings: ReadonlyMap<string, Standing>,
  excluded: ReadonlySet<string>,
): string {
  const people = tents.flatMap((tent) => membersOf(tent).filter((member) => member === name)).length
  const who = allCalled(name, people)
  const counts = tents.flatMap((tent) => {
    const standing = standings.get(tent.id)
    if (standing === undefined || standing.isUndoWanted) return []
    const present = namesCounted(standing)
    if (!present.includes(name)) return []
    const left = present.filter((member) => !excluded.has(member)).length
    const required = requiredOf(tent, standing)
    const of = required === null ? '' : ` of ${required}`
    return `for ${tent.order || tent.name}: now ${left}${of}`
  })
  const excludes = `${who} ${people > 1 ? 'are' : 'is'} excluded`
  if (counts.length === 0) return `${excludes}.`
  return `${people > 1 ? `${excludes}; ` : ''}${name} was counted ${counts.join(', and ')}.`
}
