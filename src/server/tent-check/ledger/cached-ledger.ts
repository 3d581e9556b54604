import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import { type CheckRow, type CheckState, type Step, unreadableCheck } from './check-state.ts'
import type { TentRow } from './events.ts'
import { readableCheck, readableSteps } from './readable-check.ts'
import { findPosition, listEvents, type Position, updateEpoch } from './store.ts'

/** What to send to the pages. */
export type LedgerNews =
  /** New events of one check. */
  | { kind: 'events'; steps: readonly Step[] }
  /** The database went back in time: `lost` does not hold any more, `now` is the check there is. */
  | { kind: 'replaced'; lost: CheckState | null; now: CheckState | null }
  /** Tents were changed by an import, perhaps some of this check. */
  | { kind: 'rosterChanged'; now: CheckState }
  /** Another server closed the check, `known` so far, after events that cannot be read. */
  | { kind: 'closed'; known: CheckState; how: 'ended' | 'cancelled' }

/**
 * The check in progress (null: none is) as the database has it. `isCopy`: as this server has it, too.
 */
export type LedgerView = { running: CheckState | null; epoch: string; isCopy: boolean }

/** Runs in a new transaction, or in the one that is open already. */
type InTransaction = (work: (tx: Tx) => Promise<void>) => Promise<void>

/**
 * This server's copy of the newest check, as last read or written; the database may have more.
 * `tell` is called with every event once and in order, whichever server wrote it.
 */
export function cachedLedger(
  ctx: Pick<Context, 'log' | 'newId'>,
  tell: (change: LedgerNews) => void,
) {
  let epoch = ''
  let check: CheckState | null = null
  let tents: ReadonlyMap<string, TentRow> = new Map()
  let version = 0

  function set(next: CheckState | null): void {
    if (next?.id !== check?.id) tents = new Map()
    check = next
    version += 1
  }

  /** What the database has, against `known`: this copy, unchanged since the read began. */
  async function findNow(reader: Reader) {
    for (;;) {
      const known = check
      const found = await findPosition(reader, known)
      // Otherwise this server has committed something during the read, so the read is outdated.
      if (known === check) return { known, found }
    }
  }

  const lastNumberOf = (checkId: string) => (check?.id === checkId ? check.number : 0)

  /** Adds events of one check to the copy. Some may have been added while they were read. */
  function adoptSteps(steps: readonly Step[]): void {
    const known = lastNumberOf(steps[0]?.event.checkId ?? '')
    const news = steps.filter(({ event }) => event.number > known)
    const last = news.at(-1)
    if (last === undefined || news[0]?.event.number !== known + 1) return
    set(last.after)
    tell({ kind: 'events', steps: news })
  }

  /** Is the copy older than this state? No, if another check was read since the decision. */
  function isBehind({ id, number }: CheckState, isAsDecided: boolean): boolean {
    return check?.id === id ? check.number < number : isAsDecided
  }

  /** Another server closed this check. The next one can start even if its events can't be read. */
  async function readClosed(reader: Reader, known: CheckState): Promise<void> {
    const { id } = known
    const events = await listEvents(reader, id, known.number + 1)
    const steps = readableSteps(ctx, id, known, events)
    if (steps !== null) return adoptSteps(steps)
    if (check?.id !== id) return
    set(null)
    const last = events.findLast(({ kind }) => kind === 'ended' || kind === 'cancelled')
    tell({ kind: 'closed', known, how: last?.kind === 'ended' ? 'ended' : 'cancelled' })
  }

  /** Reads what is new of a check; `before`: what is known of it already, null: nothing. */
  async function readSince(reader: Reader, { id }: CheckRow, known: CheckState | null) {
    const before = known?.id === id && !known.isUnreadable ? known : null
    const events = await listEvents(reader, id, (before?.number ?? 0) + 1)
    return { before, events }
  }

  async function readInProgress(
    reader: Reader,
    { row, number }: NonNullable<Position['inProgress']>,
  ): Promise<void> {
    const known = check?.id === row.id ? check : null
    if (number === known?.number) return
    const { before, events } = await readSince(reader, row, known)
    const steps = readableSteps(ctx, row.id, before, events)
    if (steps === null) set(unreadableCheck(row, events.at(-1)))
    else adoptSteps(steps)
  }

  /** Reads a check in progress, from what is known of it (null: nothing) on. */
  async function readOn(
    reader: Reader,
    row: CheckRow,
    known: CheckState | null,
  ): Promise<CheckState> {
    const { before, events } = await readSince(reader, row, known)
    return readableCheck(ctx, row.id, before, events) ?? unreadableCheck(row, events.at(-1))
  }

  /** Has the database lost something of what this copy, up to the check `known`, rests on? */
  function wentBack(known: CheckState | null, found: Position): boolean {
    const isSame = known === null || known.at === null || found.knownAt === Date.parse(known.at)
    return !isSame || (epoch !== '' && found.epoch !== epoch)
  }

  /**
   * PostgreSQL was set back, or a backup was restored while this server runs: the copy is dropped.
   * The first server that notices changes the ledger's epoch, by which the others notice, too.
   */
  async function startAnew(reader: Reader, write: InTransaction, found: Position): Promise<void> {
    const lost = check
    ctx.log.warn({ checkId: lost?.id, number: lost?.number }, 'the database went back in time')
    if (found.epoch === epoch) await write((tx) => updateEpoch(tx, found.epoch, ctx.newId()))
    const there = await findPosition(reader, null)
    epoch = there.epoch
    set(null)
    if (there.inProgress !== null) set(await readOn(reader, there.inProgress.row, null))
    tell({ kind: 'replaced', lost, now: check })
  }

  return {
    /** The newest check that this server knows, in progress or over. */
    check: () => check,
    epoch: () => epoch,
    tents: () => tents,
    /** Grows with each change of this copy: a different value means that something has changed. */
    version: () => version,

    /** Reads without taking anything over: this copy stays as it is, and nobody is told. */
    async look(reader: Reader): Promise<LedgerView> {
      const { known, found } = await findNow(reader)
      const running = known?.ending === null ? known : null
      const { inProgress } = found
      const isBack = wentBack(known, found)
      const isCopy =
        !isBack &&
        running?.id === inProgress?.row.id &&
        (running === null || running.number === inProgress?.number)
      if (isCopy) return { running, epoch, isCopy }
      const readFrom = isBack ? null : known
      return {
        running: inProgress === null ? null : await readOn(reader, inProgress.row, readFrom),
        epoch: found.epoch,
        isCopy,
      }
    },

    /** Reads new events from the database, and calls `tell`. */
    async catchUp(reader: Reader, write: InTransaction): Promise<void> {
      const { known, found } = await findNow(reader)
      if (wentBack(known, found)) return startAnew(reader, write, found)
      epoch = found.epoch
      // If another server closed the check, that is told before the next check begins.
      if (known?.ending === null && known.id !== found.inProgress?.row.id) {
        await readClosed(reader, known)
      }
      if (found.inProgress !== null) await readInProgress(reader, found.inProgress)
    },

    /** What was read and shown of tents may be out of date. */
    rosterChanged(): void {
      version += 1
      if (check?.ending === null) tell({ kind: 'rosterChanged', now: check })
    },

    /** Adds tents that were just read. */
    knowTents(rows: ReadonlyMap<string, TentRow>): void {
      tents = new Map([...tents, ...rows])
    },

    /**
     * Adds events that this server has just committed, and the state after them; `before`: the state
     * that they were decided by.
     */
    adopt(
      steps: readonly Step[],
      after: { check: CheckState | null; tents: ReadonlyMap<string, TentRow> },
      before: { check: CheckState | null },
    ): void {
      const isAsDecided = check === before.check
      for (const ofOneCheck of byCheck(steps)) {
        if (ofOneCheck.some(({ after }) => isBehind(after, isAsDecided))) adoptSteps(ofOneCheck)
      }
      const goesOn = steps.some(({ event }) => event.kind === 'reopened') ? after.check : null
      if (goesOn !== null && isBehind(goesOn, isAsDecided)) {
        // A reopened check that this server does not have, or not up to this event.
        set(goesOn)
        tell({ kind: 'replaced', lost: null, now: goesOn })
      }
      if (after.check?.id === check?.id) tents = after.tents
    },
  }
}

export type CachedLedger = ReturnType<typeof cachedLedger>

/** Groups neighbouring steps of the same check. */
function byCheck(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (last?.[0]?.event.checkId === step.event.checkId) last.push(step)
    else groups.push([step])
  }
  return groups
}
