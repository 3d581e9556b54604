import { type MissRestBody, tentCheckApi } from '../../../../shared/tent-check/contract.ts'
import type { CommandRules, Decision } from '../command.ts'
import { answered, refused } from '../decide.ts'
import { type Effects, noEffects } from '../effects.ts'
import type { CheckEvent, EventOf } from '../events.ts'
import { advanced, currentTentId, type LedgerState, runningCheck, tentIn } from '../state.ts'
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
    const earlier = state.requests.get(restId)
    if (earlier !== undefined) return firstAnswer(state, earlier, ids, by.netID)
    const check = runningCheck(state)
    if (check?.id !== checkId) return refused('checkOver')
    if (check.isUnreadable) return refused('checkUnreadable')
    const checkedIds = ids.map((id) => tentIn(check, state, id)?.checkedId)
    if (checkedIds.includes(undefined)) return refused('notAllInCheck')
    const isMarked = (id: string | undefined) => id !== undefined && check.marks.has(id)
    const already = ids.filter((_, index) => isMarked(checkedIds[index]))

    let after = state
    const events: EventOf<'marked'>[] = []
    const all: Effects[] = []
    for (const id of ids) {
      const running = runningCheck(after)
      const found = running && tentIn(running, after, id)
      if (!found || running.marks.has(found.checkedId)) continue
      const mark = { outcome: 'miss', body: { id, markId: restId } } as const
      const { event, effects } = counted(running, found, mark, by, now)
      // Stored, so that another request with the same id can be detected.
      events.push(events.length === 0 && already.length > 0 ? { ...event, already } : event)
      all.push(effects)
      after = advanced(after, [event], effects).state
    }
    const missed = ids.filter((id) => !already.includes(id))
    return {
      events,
      effects: {
        ...noEffects,
        tents: all.flatMap(({ tents }) => tents),
        results: all.flatMap(({ results }) => results),
      },
      answer: { value: { missed, already } },
    }
  },
}

/** The first answer to this request, from the ledger. */
function firstAnswer(
  state: LedgerState,
  earlier: readonly CheckEvent[],
  ids: readonly string[],
  netID: string | null,
): Decision<MissedRest> {
  const marks = earlier.flatMap((event) =>
    event.kind === 'marked' && event.mark.outcome === 'miss' ? [event] : [],
  )
  const isOwn = marks.length === earlier.length && earlier.every((event) => event.netID === netID)
  const current = (id: string) => currentTentId(state, id)
  const marked = new Set(marks.map(({ mark }) => current(mark.id)))
  const known = new Set([...marked, ...marks.flatMap(({ already = [] }) => already.map(current))])
  const asked = new Set(ids.map(current))
  if (!isOwn || asked.size !== known.size || [...asked].some((id) => !known.has(id))) {
    return refused('idReused')
  }
  const isMissed = (id: string) => marked.has(current(id))
  return answered({
    missed: ids.filter(isMissed),
    already: ids.filter((id) => !isMissed(id)),
  })
}
