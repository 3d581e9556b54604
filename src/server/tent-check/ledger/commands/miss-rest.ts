import { type MissRestBody, tentCheckApi } from '../../../../shared/tent-check/contract.ts'
import type { CommandRules, Decision } from '../command.ts'
import { answered, answeredByMarks, checkThatIsOn, refused } from '../decide.ts'
import { combined } from '../effects.ts'
import { currentTentId, type LedgerState, tentIn } from '../state.ts'
import { counted } from './mark.ts'

/** The ids as they were sent: those marked by this command, and those marked before. */
type MissedRest = { missed: string[]; already: string[] }

/**
 * Marks these tents with a Miss, each by its own event, all or none; tents that are marked already
 * do not change. The same restId again gets the first answer.
 */
export const missRest: CommandRules<MissRestBody, MissedRest> = {
  access: tentCheckApi.missRest.access,
  isDecidedFresh: false,
  needs: ({ ids, restId }) => ({ tents: ids, requests: [restId] }),
  decide(state, { checkId, ids: sent, restId }, by, now) {
    const ids = [...new Set(sent)]
    const earlier = earlierOf(state, restId, { netID: by.netID, checkId })
    if (earlier !== null) return firstAnswer(state, earlier, ids)
    const check = checkThatIsOn(state, checkId)
    if ('answer' in check) return check
    const found = ids.flatMap((id) => tentIn(check, state, id) ?? [])
    if (found.length < ids.length) return refused('notAllInCheck')
    const standing = found.map(({ checkedId }) => check.marks.get(checkedId)?.mark)
    const already = ids.filter((_, index) => standing[index] !== undefined)
    if (already.length === ids.length) {
      const marks = standing.flatMap((mark) => mark ?? [])
      const request = { requestId: restId, netID: by.netID, checkId: check.id, marks }
      return answeredByMarks({ missed: [], already }, request)
    }

    // Each tent once, by whichever of its ids.
    const left = new Map(
      found.flatMap((one, index) => (standing[index] ? [] : [[one.checkedId, one] as const])),
    )
    const marks = [...left.values()].map((one, place) => {
      const mark = { outcome: 'miss', body: { id: one.checkedId, markId: restId } } as const
      return counted({ ...check, number: check.number + place }, one, mark, by, now)
    })
    return {
      // Stored, so that another request with the same id can be detected.
      events: marks.map(({ event }, place) =>
        place === 0 && already.length > 0 ? { ...event, already } : event,
      ),
      effects: combined(marks.map(({ effects }) => effects)),
      answer: { value: { missed: ids.filter((id) => !already.includes(id)), already } },
    }
  },
}

/** Whose request it is, and about which check. */
type Asked = { netID: string | null; checkId: string }

/**
 * An earlier request with this restId: the tents that it marked, and those marked before it.
 * `isSame`: it was made by the same person about the same check.
 */
type Earlier = { isSame: boolean; missed: string[]; already: string[] }

/** null: there was none. */
function earlierOf(state: LedgerState, restId: string, asked: Asked): Earlier | null {
  const isAsked = (one: Asked) => one.netID === asked.netID && one.checkId === asked.checkId
  const repeated = state.answeredRequests.get(restId)
  if (repeated !== undefined) {
    const already = repeated.marks.map(({ id }) => id)
    return { isSame: isAsked(repeated), missed: [], already }
  }
  const events = state.requests.get(restId)
  if (events === undefined) return null
  const misses = events.flatMap((event) =>
    event.kind === 'marked' && event.mark.outcome === 'miss' ? [event] : [],
  )
  return {
    isSame: misses.length === events.length && events.every(isAsked),
    missed: misses.map(({ mark }) => mark.id),
    already: misses.flatMap(({ already = [] }) => already),
  }
}

/** The first answer to this request; refused where it is another one with the same id. */
function firstAnswer(
  state: LedgerState,
  { isSame, missed, already }: Earlier,
  ids: readonly string[],
): Decision<MissedRest> {
  const current = (id: string) => currentTentId(state, id)
  const marked = new Set(missed.map(current))
  const known = new Set([...marked, ...already.map(current)])
  const asked = new Set(ids.map(current))
  if (!isSame || asked.size !== known.size || [...asked].some((id) => !known.has(id))) {
    return refused('idReused')
  }
  const isMissed = (id: string) => marked.has(current(id))
  return answered({
    missed: ids.filter(isMissed),
    already: ids.filter((id) => !isMissed(id)),
  })
}
