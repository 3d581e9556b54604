import { texts } from '../../shared/messages.ts'
import type { ActiveTent } from '../../shared/tent-check/contract.ts'
import { membersOf } from '../../shared/tents/members.ts'
import { allCalled } from './exclusions/member-names.ts'
import type { Standing } from './pages/standings.ts'

/**
 * What the exclusion of a name did: `Amara Cho was counted for 43: now 0 of 1.`, of several tents
 * each; `Amara Cho is excluded.` where no mark that stands counted anybody of that name.
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
    const present = standing === undefined ? [] : namesCounted(standing)
    if (!present.includes(name)) return []
    const left = present.filter((member) => !excluded.has(member)).length
    const required = standing?.facts ? standing.facts.required : tent.required
    const of = typeof required === 'number' ? ` of ${required}` : ''
    return `for ${tent.order || tent.name}: now ${left}${of}`
  })
  if (counts.length === 0) return `${who} ${people > 1 ? 'are' : 'is'} excluded.`
  return `${name} was counted ${counts.join(', and ')}.`
}

/** The members that a mark counted, from its facts or as this phone sent it. */
function namesCounted({ outcome, facts, own, isUndoWanted }: Standing): readonly string[] {
  if (outcome === 'miss' || isUndoWanted) return []
  if (facts) return facts.present
  const { lastCheck = '' } = own?.body ?? {}
  return lastCheck === texts.noMembersSelected ? [] : membersOf({ members: lastCheck })
}
