import { easternTime } from '../../shared/eastern-time.ts'
import type { ActiveTent, CheckStatus, MarkedTent } from '../../shared/tent-check/contract.ts'
import { checkerPages } from '../../shared/tent-check/pages.ts'
import type { CheckState } from '../../shared/tent-check/rules.ts'
import { publicForm } from '../../shared/tents/views.ts'
import type { Context } from '../context.ts'
import { cached } from '../db/cached.ts'
import type { Reader } from '../db/database.ts'
import { Shared } from '../http/answer.ts'
import type { Audience } from '../live/audiences.ts'
import { listTentsById } from '../tents/store.ts'
import type { CurrentCheck } from './current.ts'

const epoch = '1'

const idle: CheckStatus = {
  epoch,
  isCheckInProgress: false,
  activeTents: [],
  numCheckers: 0,
  checkId: null,
  number: 0,
  pages: [],
  marked: [],
  startedBy: '',
  startedAt: '',
  excludedNames: [],
}

/** The check as it is shown to each audience, and up to where this server knew of it. */
type Pictures = { position: number } & Record<Audience, Shared<CheckStatus>>

export type ReadPictures = () => Promise<Pictures>

/** The whole picture of the check, kept: whoever asks or connects meanwhile gets the same one. */
export function picturesOf(ctx: Context, current: CurrentCheck): ReadPictures {
  return cached(
    ctx,
    () =>
      ctx.db.read(async (reader) => {
        const state = await current.find(reader)
        const position = current.position()
        const tents = state === null ? [] : await tentsOf(reader, state)
        return {
          position,
          visitors: new Shared(statusOf(state, tents, 'visitors')),
          lineMonitors: new Shared(statusOf(state, tents, 'lineMonitors')),
        }
      }),
    current.position,
  )
}

/** The whole picture of a check for one audience. */
export async function checkStatus(
  reader: Reader,
  state: CheckState,
  audience: Audience,
): Promise<CheckStatus> {
  return statusOf(state, await tentsOf(reader, state), audience)
}

/** `state` null: no check is on. */
function statusOf(state: CheckState | null, tents: ActiveTent[], audience: Audience): CheckStatus {
  if (state === null) return idle
  const whole = audience === 'lineMonitors'
  const activeTents = tents.filter((tent) => !state.marks.has(tent.id))
  return {
    epoch,
    isCheckInProgress: true,
    activeTents: whole ? activeTents : activeTents.map(publicTent),
    numCheckers: state.numCheckers,
    checkId: state.id,
    number: whole ? state.number : state.publicNumber,
    pages: checkerPages(tents),
    marked: whole ? markedTents(tents, state) : [],
    startedBy: whole ? state.startedBy : '',
    startedAt: whole ? easternTime(new Date(state.startedAt)) : '',
    excludedNames: whole ? state.excluded : [],
  }
}

/** A tent of a check as anyone may see it. */
function publicTent(tent: ActiveTent): ActiveTent {
  return { ...publicForm(tent), groupIndex: tent.groupIndex }
}

/** All tents of the check as they are now, in the order fixed at its start. */
async function tentsOf(reader: Reader, state: CheckState): Promise<ActiveTent[]> {
  const ids = state.tents.map((tent) => tent.id)
  const byId = new Map((await listTentsById(reader, ids)).map((tent) => [tent.id, tent]))
  return state.tents.flatMap(({ id, groupIndex }) => {
    const tent = byId.get(id)
    return tent === undefined ? [] : [{ ...tent, groupIndex }]
  })
}

function markedTents(tents: ActiveTent[], state: CheckState): MarkedTent[] {
  return tents.flatMap((tent) => {
    const mark = state.marks.get(tent.id)
    return mark === undefined ? [] : [{ tent, mark }]
  })
}
