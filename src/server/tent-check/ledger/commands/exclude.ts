import { clientEvents } from '../../../../shared/events.ts'
import { closerWords } from '../../../../shared/refusals.ts'
import type { NamesChange } from '../../../../shared/tent-check/excluded-names.ts'
import { excludedAtMost, excludedInAllAtMost } from '../../../../shared/tent-check/limits.ts'
import { membersOf } from '../../../../shared/tents/members.ts'
import type { CommandRules } from '../command.ts'
import { answered, answeredBefore, headOf, refused } from '../decide.ts'
import { noEffects } from '../effects.ts'
import type { CheckEvent } from '../events.ts'
import { currentTentId, runningCheck } from '../state.ts'

/** `checkId`: the check that is meant; left out, the one in progress. */
type Exclusion = NamesChange & { checkId?: string; changeId?: string }

/**
 * Excludes and includes names of members in the check in progress; other names are dropped. Answers
 * whether that changes the list. The same changeId again changes nothing.
 */
export const exclude: CommandRules<Exclusion, boolean> = {
  access: clientEvents.excludedNamesUpdated.access,
  // A pull may have brought members a moment ago.
  isDecidedFresh: true,
  needs: ({ changeId }, check) => ({
    tents: check?.tents.map(({ id }) => id) ?? [],
    requests: changeId === undefined ? [] : [changeId],
  }),
  decide(state, { add, remove, changeId, ...meant }, by, now) {
    const check = runningCheck(state)
    const checkId = meant.checkId ?? check?.id ?? ''
    if (changeId !== undefined) {
      const asked = { kinds: ['excluded', 'included'], by, checkId, tentId: '' } as const
      const earlier = answeredBefore(state, changeId, asked)
      if (earlier !== null) {
        return 'refusal' in earlier.answer ? refused('idReused') : answered(false)
      }
    }
    if (check?.id !== checkId) return refused('noCheck', { text: closerWords.noCheckIsOn })
    if (check.isUnreadable) return refused('checkUnreadable')
    const tents = check.tents.flatMap(({ id }) => state.tents.get(currentTentId(state, id)) ?? [])
    const rosters = tents.map((tent) => ({ tent, names: membersOf(tent) }))
    const members = new Set(rosters.flatMap(({ names }) => names))
    const before = check.excluded
    const excluded = add.filter((name) => members.has(name) && !before.has(name))
    const included = remove.filter((name) => before.has(name))
    // A longer list would be refused when a page sends it, even to include somebody again.
    const listed = before.size - included.length + excluded.length
    const inAll = check.excludedInAll + excluded.length
    if (excluded.length > 0 && listed > excludedAtMost) return refused('listTooLong')
    if (excluded.length > 0 && inAll > excludedInAllAtMost) {
      return refused('listTooLong', { text: closerWords.excludedInAll })
    }
    const events = (
      [
        { kind: 'included', names: included },
        { kind: 'excluded', names: excluded },
      ] as const
    )
      .filter(({ names }) => names.length > 0)
      .map(
        (what, index): CheckEvent => ({
          ...headOf(check.id, check.number + 1 + index, by, now, { requestId: changeId }),
          ...what,
        }),
      )
    const added = new Set(excluded)
    const seen = rosters
      .filter(({ names }) => names.some((name) => added.has(name)))
      .map(({ tent: { id, members, became } }) => ({ id, was: { members, became }, becomes: {} }))
    return { events, effects: { ...noEffects, tents: seen }, answer: { value: events.length > 0 } }
  },
}
