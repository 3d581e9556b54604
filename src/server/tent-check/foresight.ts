import { type CheckState, decideMark, fold } from '../../shared/tent-check/rules.ts'
import type { Context } from '../context.ts'
import type { Live } from '../live/live.ts'
import { listTentsById } from '../tents/store.ts'
import type { CurrentCheck } from './current.ts'
import { type Answer, type Asked, newMark } from './mark.ts'
import { insertForeseenMarks, type MarkedTent, type NewMark, type Seen } from './store.ts'

/**
 * Answers marks by what this server knows: the check as it is kept, its tents as they were last
 * read, and whose sessions these were a moment ago. One statement writes them if the
 * database sees the same. null: it does not, or not each of them counts; nothing is written.
 */
export function foresight(ctx: Context, live: Live, current: CurrentCheck) {
  let read: { checkId: string; tents: Map<string, MarkedTent> } | null = null

  async function tentsOf({ id: checkId, tents }: CheckState): Promise<Map<string, MarkedTent>> {
    if (read?.checkId === checkId) return read.tents
    const ids = tents.map(({ id }) => id)
    const found = await ctx.db.read((reader) => listTentsById(reader, ids))
    const known = found.map(({ id, members, numberOfMisses }): [string, MarkedTent] => [
      id,
      { id, members, numberOfMisses: numberOfMisses ?? 0 },
    ])
    read = { checkId, tents: new Map(known) }
    return read.tents
  }

  return async (asked: readonly Asked[]): Promise<Answer[] | null> => {
    let state = current.known()
    if (state === null) return null
    const check = { id: state.id, lastNumber: state.number }
    const tents = await tentsOf(state)
    const foreseen: Seen = { check, people: {}, tents: {} }
    const marks: NewMark[] = []
    for (const { session, outcome, body } of asked) {
      const tent = tents.get(body.id)
      const decision = decideMark(state, { tentId: body.id, outcome, checkId: body.checkId })
      if (tent === undefined || decision.do !== 'record') return null
      const { netID, firstName, isLineMonitor, isSuperUser } = session.user
      const user = { netID, firstName, isLineMonitor, isSuperUser }
      foreseen.people[session.tokenHash] = user
      foreseen.tents[tent.id] = tent
      const mark = newMark(ctx, { user, state, tent, outcome, body })
      marks.push(mark)
      state = fold(state, mark.event)
    }
    const isWritten = await ctx.db.statement((statement) => {
      const bell = live.bellIn(statement, 'check')
      return insertForeseenMarks(statement, foreseen, ctx.now(), marks, bell)
    })
    if (!isWritten) {
      // Its tents may have changed, too.
      read = null
      return null
    }
    const events = marks.map(({ event }) => event)
    current.committed(...events)
    return events.map(({ mark }) => ({ mark }))
  }
}
