import { type CheckEvent, type CheckState, fold } from '../../shared/tent-check/rules.ts'
import type { Reader } from '../db/database.ts'
import { type CheckRow, findCheckInProgress, listEvents } from './store.ts'

/** What follows a state in the ledger of a check. */
export type News = { before: CheckState | null; events: CheckEvent[] }

/**
 * The check in progress, folded from its ledger and kept in memory. Each look asks the database
 * how far the ledger goes and folds only what is new, so that it is right beside other servers.
 * `tell` hears every event once and in order, whichever server wrote it: what this server knows,
 * its pages know.
 */
export function currentCheck(tell: (news: News) => void) {
  let known: CheckState | null = null
  let position = 0

  /** Folds what follows what is known by now; while it was read, some of it may have come in. */
  function advance(checkId: string, events: CheckEvent[]): void {
    const before = known?.id === checkId ? known : null
    const news = events.filter(({ number }) => number > (before?.number ?? 0))
    if (news.length === 0 || news[0]?.number !== (before?.number ?? 0) + 1) return
    known = news.reduce(fold, before)
    position += 1
    tell({ before, events: news })
  }

  async function catchUp(reader: Reader, checkId: string): Promise<void> {
    const from = known?.id === checkId ? known.number : 0
    advance(checkId, await listEvents(reader, checkId, from))
  }

  async function stateOf(reader: Reader, row: CheckRow | undefined): Promise<CheckState | null> {
    // A check that another server closed is closed here, too, before the next one begins.
    if (known !== null && known.ending === null && known.id !== row?.id) {
      await catchUp(reader, known.id)
    }
    if (row === undefined) return null
    if (known?.id !== row.id || known.number < row.lastNumber) await catchUp(reader, row.id)
    return known?.id === row.id && known.ending === null ? known : null
  }

  return {
    /** As this server knows it; other servers may have written more. */
    known: () => (known?.ending === null ? known : null),
    /** null: no check is on. */
    async find(reader: Reader): Promise<CheckState | null> {
      return stateOf(reader, await findCheckInProgress(reader))
    },
    /** The state of a check that the caller has locked. */
    stateOf,
    /** Events of this server that are committed now. With a gap, the next look brings what is missing. */
    committed(...events: CheckEvent[]): void {
      const [first] = events
      if (first !== undefined) advance(first.checkId, events)
    },
    /** Grows with what this server knows, to see whether something came while one looked away. */
    position: () => position,
  }
}

export type CurrentCheck = ReturnType<typeof currentCheck>
