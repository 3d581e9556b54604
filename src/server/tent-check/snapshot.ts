import { easternTime } from '../../shared/eastern-time.ts'
import type { ActiveTent, CheckStatus } from '../../shared/tent-check/contract.ts'
import { type CheckState, remainingTents } from '../../shared/tent-check/rules.ts'
import { publicForm } from '../../shared/tents/views.ts'
import type { Reader } from '../db/database.ts'
import type { Audience } from '../live/live.ts'
import { listTentsById } from '../tents/store.ts'

const idle: CheckStatus = {
  isCheckInProgress: false,
  activeTents: [],
  numCheckers: 0,
  checkId: null,
  number: 0,
  tentCount: 0,
  startedBy: '',
  startedAt: '',
  excludedNames: [],
}

/** The tents that remain, in the check's order, as this audience may see them. */
export async function activeTents(
  reader: Reader,
  state: CheckState,
  audience: Audience,
): Promise<ActiveTent[]> {
  const remaining = remainingTents(state)
  const tents = await listTentsById(
    reader,
    remaining.map((tent) => tent.id),
  )
  const byId = new Map(tents.map((tent) => [tent.id, tent]))
  return remaining.flatMap(({ id, groupIndex }) => {
    const tent = byId.get(id)
    if (tent === undefined) return []
    return [{ ...(audience === 'lineMonitors' ? tent : publicForm(tent)), groupIndex }]
  })
}

/** The whole picture of a check for one audience; state null: none is on. */
export async function checkStatus(
  reader: Reader,
  state: CheckState | null,
  audience: Audience,
): Promise<CheckStatus> {
  if (state === null) return idle
  const whole = audience === 'lineMonitors'
  return {
    isCheckInProgress: true,
    activeTents: await activeTents(reader, state, audience),
    numCheckers: state.numCheckers,
    checkId: state.id,
    number: whole ? state.number : state.publicNumber,
    tentCount: state.tents.length,
    startedBy: whole ? state.startedBy : '',
    startedAt: whole ? easternTime(new Date(state.startedAt)) : '',
    excludedNames: whole ? state.excluded : [],
  }
}
