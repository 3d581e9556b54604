import { type CheckEvent, type CheckState, fold } from '../../shared/tent-check/rules.ts'
import type { Reader } from '../db/database.ts'
import { type CheckRow, findCheckInProgress, listEvents } from './store.ts'

/**
 * The check in progress, folded from its ledger and kept in memory. Each look asks the database
 * how far the ledger goes and folds only what is new, so that it is right beside other servers.
 */
export function currentCheck() {
  let known: CheckState | null = null

  async function stateOf(reader: Reader, row: CheckRow | undefined): Promise<CheckState | null> {
    if (row === undefined) return null
    const from = known?.id === row.id ? known : null
    if (from !== null && from.number >= row.lastNumber) return from
    const events = await listEvents(reader, row.id, from?.number ?? 0)
    const state = events.reduce(fold, from)
    if (state !== null && !(known?.id === state.id && known.number > state.number)) known = state
    return state?.ending === null ? state : null
  }

  return {
    /** null: no check is on. */
    async find(reader: Reader): Promise<CheckState | null> {
      return stateOf(reader, await findCheckInProgress(reader))
    },
    /** The state of a check that the caller has locked. */
    stateOf,
    /** An event that is committed now. With a gap, the next look brings what is missing. */
    committed(event: CheckEvent): void {
      const from = known?.id === event.checkId ? known : null
      if (event.number === (from?.number ?? 0) + 1) known = fold(from, event)
    },
    /** How far this server knows, to see whether something came while one was looking away. */
    position: () => `${known?.id} ${known?.number} ${known?.ending}`,
  }
}

export type CurrentCheck = ReturnType<typeof currentCheck>
