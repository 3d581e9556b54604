import type { Context } from '../../context.ts'
import type { Reader, Tx } from '../../db/database.ts'
import {
  type CheckRow,
  type CheckState,
  fold,
  type Step,
  stepsFrom,
  unreadableCheck,
} from './check-state.ts'
import type { CheckEvent, TentRow } from './events.ts'
import { findPosition, listEvents, type Position, updateEpoch } from './store.ts'

/** What pages must be told. */
export type Change =
  /** These events of one check follow what was known. */
  | { kind: 'events'; steps: readonly Step[] }
  /** The database has another past than it had: `lost` is void, `now` is what there is. */
  | { kind: 'replaced'; lost: CheckState | null; now: CheckState | null }
  /** Another server closed the check after events that cannot be read. */
  | { kind: 'closed'; checkId: string; how: 'ended' | 'cancelled' }

/** Runs a transaction of its own, or goes on with the one that is under way. */
export type Write = (work: (tx: Tx) => Promise<void>) => Promise<void>

/**
 * What this server knows of the ledger, as it read or wrote it last; the database may know more.
 * `tell` is called with every event once and in order, whichever server wrote it.
 */
export function cachedLedger(ctx: Pick<Context, 'log' | 'newId'>, tell: (change: Change) => void) {
  let epoch = ''
  let check: CheckState | null = null
  let tents: ReadonlyMap<string, TentRow> = new Map()
  let position = 0

  function set(next: CheckState | null): void {
    if (next?.id !== check?.id) tents = new Map()
    check = next
    position += 1
  }

  const lastNumberOf = (checkId: string) => (check?.id === checkId ? check.number : 0)

  /** Takes in events that follow what is known; while they were read, some may have come in. */
  function advance(checkId: string, events: readonly CheckEvent[]): void {
    const known = lastNumberOf(checkId)
    const news = events.filter(({ number }) => number > known)
    if (news[0]?.number !== known + 1) return
    adoptSteps(stepsFrom(check?.id === checkId ? check : null, news))
  }

  /** The same of events of one check that are folded already. */
  function adoptSteps(steps: readonly Step[]): void {
    const known = lastNumberOf(steps[0]?.event.checkId ?? '')
    const news = steps.filter(({ event }) => event.number > known)
    const last = news.at(-1)
    if (last === undefined || news[0]?.event.number !== known + 1) return
    set(last.after)
    tell({ kind: 'events', steps: news })
  }

  function isBehind({ id, number, startedAt }: CheckState): boolean {
    return check?.id === id ? check.number < number : (check?.startedAt ?? '') <= startedAt
  }

  function sayUnreadable(checkId: string, error: unknown): void {
    ctx.log.error({ err: error, checkId }, 'the ledger of the check cannot be read')
  }

  /** What cannot be folded keeps nobody from starting the server: the check can be cancelled. */
  function unreadable(row: CheckRow, events: readonly CheckEvent[], error: unknown): CheckState {
    sayUnreadable(row.id, error)
    return unreadableCheck(row, events.at(-1))
  }

  /** A check that is not on any more, whatever of it can be read: the next one is not kept waiting. */
  async function readClosed(reader: Reader, { id, number }: CheckState): Promise<void> {
    const events = await listEvents(reader, id, number + 1)
    try {
      advance(id, events)
    } catch (error) {
      sayUnreadable(id, error)
      set(null)
      const last = events.findLast(({ kind }) => kind === 'ended' || kind === 'cancelled')
      tell({ kind: 'closed', checkId: id, how: last?.kind === 'ended' ? 'ended' : 'cancelled' })
    }
  }

  async function readInProgress(
    reader: Reader,
    { row, number }: NonNullable<Position['inProgress']>,
  ): Promise<void> {
    const isKnown = check?.id === row.id
    if (isKnown && number === check?.number) return
    const from = isKnown && check?.isUnreadable === false ? check.number + 1 : 1
    const events = await listEvents(reader, row.id, from)
    try {
      if (from === 1 && events.length === 0) throw new Error('A check begins with its start')
      advance(row.id, events)
    } catch (error) {
      set(unreadable(row, events, error))
    }
  }

  /**
   * PostgreSQL was set back, or a backup was restored under this server: all that is known is
   * dropped. The first to notice gives the ledger another epoch, and thus the others notice.
   */
  async function startAnew(reader: Reader, write: Write, found: Position): Promise<void> {
    const lost = check
    ctx.log.warn({ checkId: lost?.id, number: lost?.number }, 'the database went back in time')
    if (found.epoch === epoch) await write((tx) => updateEpoch(tx, found.epoch, ctx.newId()))
    const there = await findPosition(reader, null)
    epoch = there.epoch
    set(null)
    if (there.inProgress !== null) {
      const { row } = there.inProgress
      const events = await listEvents(reader, row.id, 1)
      try {
        set(events.reduce<CheckState | null>(fold, null))
      } catch (error) {
        set(unreadable(row, events, error))
      }
    }
    tell({ kind: 'replaced', lost, now: check })
  }

  return {
    /** As this server knows it, running or over. */
    check: () => check,
    epoch: () => epoch,
    tents: () => tents,
    /** Grows with what is known, to see whether something came while one looked away. */
    position: () => position,

    /** Reads what is new in the database, and tells it. */
    async catchUp(reader: Reader, write: Write): Promise<void> {
      const known = check
      const found = await findPosition(reader, known)
      // What was committed here meanwhile is newer than what was just read.
      if (known !== check) return this.catchUp(reader, write)
      const isSame = known === null || known.at === null || found.knownAt === Date.parse(known.at)
      if (!isSame || (epoch !== '' && found.epoch !== epoch)) {
        return startAnew(reader, write, found)
      }
      epoch = found.epoch
      // A check that another server closed is closed here, too, before the next one begins.
      if (known?.ending === null && known.id !== found.inProgress?.row.id) {
        await readClosed(reader, known)
      }
      if (found.inProgress !== null) await readInProgress(reader, found.inProgress)
    },

    /** These tents were just read. */
    knowTents(rows: ReadonlyMap<string, TentRow>): void {
      tents = new Map([...tents, ...rows])
    },

    /** Events of this server that are committed now, and the state after them. */
    adopt(
      steps: readonly Step[],
      after: { check: CheckState | null; tents: ReadonlyMap<string, TentRow> },
    ): void {
      for (const ofOneCheck of byCheck(steps)) adoptSteps(ofOneCheck)
      const goesOn = steps.some(({ event }) => event.kind === 'reopened') ? after.check : null
      if (goesOn !== null && isBehind(goesOn)) {
        // It was over before this server began, or went on elsewhere since.
        set(goesOn)
        tell({ kind: 'replaced', lost: null, now: goesOn })
      }
      if (after.check?.id === check?.id) tents = after.tents
    },
  }
}

export type CachedLedger = ReturnType<typeof cachedLedger>

/** Neighbours of one check together, in their order. */
function byCheck(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (last?.[0]?.event.checkId === step.event.checkId) last.push(step)
    else groups.push([step])
  }
  return groups
}
