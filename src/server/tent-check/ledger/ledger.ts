import type { Context } from '../../context.ts'
import { batch, together } from '../../db/batch.ts'
import {
  type Database,
  deadlock,
  errorCode,
  isTaken,
  type Statement,
  serializationFailure,
  type Tx,
} from '../../db/database.ts'
import type { Live } from '../../live/live.ts'
import { lockTents } from '../../tents/store.ts'
import type { Append } from './append.ts'
import { cachedLedger, type LedgerNews, type LedgerView } from './cached-ledger.ts'
import type { CheckState } from './check-state.ts'
import type { Actor, Command, CommandRules, Decision } from './command.ts'
import { decideAll, type Plan, writes } from './decide.ts'
import type { CheckEvent } from './events.ts'
import { cachedState, loadState } from './load.ts'
import { type LedgerState, runningCheck } from './state.ts'
import { append, lockChecks } from './store.ts'

/** Far more than phones send at one moment. */
const commandsAtOnce = 50

/** How the state for a batch is read. The next way is tried if something changed before the write. */
const modes = ['cached', 'read', 'read', 'read', 'locked'] as const
type Mode = (typeof modes)[number]

/** The only access to the ledger, for reading and for writing. */
export type Ledger = {
  /**
   * Runs a command; resolves with its answer once it is committed, or throws its refusal.
   * Commands that come together are decided in turn and written together.
   */
  run: <Args, Answer>(rules: CommandRules<Args, Answer>, args: Args, by: Actor) => Promise<Answer>
  /** Reads what other servers wrote, and sends it to this server's pages. */
  catchUp: () => Promise<void>
  /** Sends this server's pages the tents of the check as they are now. */
  rosterChanged: () => Promise<void>
  /** What the database says now. It only reads: nothing is written, and no page is told. */
  look: () => Promise<LedgerView>
  /** The check in progress as this server knows it; null: none is. */
  running: () => CheckState | null
  epoch: () => string
  /** Grows with each change that this server knows of. */
  version: () => number
}

/**
 * Opens the ledger. `tell` is called with every event once and in order, whichever server wrote it,
 * except for checks that were over before; `wrote` with every event that this server wrote.
 *
 * A batch of commands is decided by the cached state, and one statement writes it if everything the
 * decision depends on is still the same. If it is not, the server catches up and decides again, at
 * last under a lock. It does so, too, if a command would only be answered or refused: without a
 * write nothing would be compared.
 */
export function openLedger(
  ctx: Pick<Context, 'db' | 'log' | 'newId' | 'now'>,
  live: Pick<Live, 'notificationIn'>,
  tell: (change: LedgerNews) => void,
  wrote: (events: readonly CheckEvent[]) => void = () => {},
): Ledger {
  const cache = cachedLedger(ctx, tell)
  const catchUp = together(() => ctx.db.read((reader) => cache.catchUp(reader, ctx.db.transaction)))
  const look = together(() => ctx.db.read((reader) => cache.look(reader)))
  const write = (statement: Statement, given: Append) =>
    append(statement, given, live.notificationIn(statement, 'check'))

  /** How an attempt reads and writes: in its own statements, or in an open transaction. */
  type Way = {
    catchUp: () => Promise<unknown>
    read: Database['read']
    write: (given: Append, adopt: () => void) => Promise<boolean>
  }
  const alone: Way = {
    catchUp,
    read: (work) => ctx.db.read(work),
    async write(given, adopt) {
      const isWritten = await ctx.db
        .statement((statement) => write(statement, given))
        .catch(isConflict)
      if (isWritten) adopt()
      return isWritten
    },
  }
  const within = (tx: Tx): Way => ({
    catchUp: () => cache.catchUp(tx, (work) => work(tx)),
    read: (work) => work(tx),
    async write(given, adopt) {
      const isWritten = await write(tx, given)
      if (isWritten) tx.afterCommit(adopt)
      return isWritten
    },
  })

  async function stateFor(
    mode: Mode,
    way: Way,
    commands: readonly Command[],
    now: Date,
  ): Promise<LedgerState> {
    if (mode === 'cached') return cachedState(cache, commands)
    await way.catchUp()
    return way.read((reader) => loadState(ctx, reader, cache, commands, now))
  }

  /** null: must be decided again, because something changed or because nothing would be compared. */
  async function attempt(
    mode: Mode,
    way: Way,
    commands: readonly Command[],
  ): Promise<Decision<unknown>[] | null> {
    const now = ctx.now()
    const before = await stateFor(mode, way, commands, now)
    const plan = decideAll(before, commands, now)
    if (mode === 'cached' && !plan.decisions.every(({ events }) => events.length > 0)) return null
    if (!writes(plan)) return plan.decisions
    const isWritten = await way.write(appendOf(before, plan, commands, ctx.now()), () => {
      cache.adopt(plan.steps, plan.state, before)
      wrote(plan.events)
    })
    return isWritten ? plan.decisions : null
  }

  /** Until the transaction ends, nobody else writes to the ledger or changes a tent. */
  const attemptUnderLock = (commands: readonly Command[]) =>
    ctx.db.transaction(async (tx) => {
      await lockChecks(tx)
      await lockTents(tx)
      return attempt('locked', within(tx), commands)
    })

  async function answer(commands: readonly Command[]): Promise<Decision<unknown>[]> {
    const isDecidedFresh = commands.some(({ rules }) => rules.isDecidedFresh)
    for (const mode of isDecidedFresh ? modes.slice(1) : modes) {
      const decisions =
        mode === 'locked' ? await attemptUnderLock(commands) : await attempt(mode, alone, commands)
      if (decisions !== null) return decisions
    }
    // Roles and sessions may change even under the lock; the client tries again. An error and no
    // refusal, so that it is logged and among the failed requests.
    const changed = new Error('something changed before each write, even under the lock')
    throw Object.assign(changed, { code: serializationFailure })
  }

  const decisionOf = batch(answer, { atMost: commandsAtOnce, isOfOneCall: isAboutData })
  return {
    async run(rules, args, by) {
      const { answer } = await decisionOf({ rules, args, by } as Command)
      if ('refusal' in answer) throw answer.refusal
      return answer.value as never
    },
    catchUp,
    rosterChanged: async () => cache.rosterChanged(),
    look,
    running: () => runningCheck({ check: cache.check() }),
    epoch: cache.epoch,
    version: cache.version,
  }
}

/**
 * What is written, and what it depends on. Of people and sessions only those whose commands write
 * something.
 */
function appendOf(
  before: LedgerState,
  { state, decisions, events, effects }: Plan,
  commands: readonly Command[],
  now: Date,
): Append {
  // A Miss that is gone, so that vacating it writes no event, may stand again by the time of the write.
  const vacated = effects.disputes.filter(({ outcome }) => outcome === 'vacated')
  const ids = new Set([...events, ...effects.answers, ...vacated].map(({ checkId }) => checkId))
  const checkIn = (from: LedgerState, id: string) =>
    from.pastChecks.get(id) ?? (from.check?.id === id ? from.check : null)
  const dependsOnNewest = events.some(({ kind }) => kind === 'reopened')
  const actors = commands.flatMap(({ by }, index) => {
    const decision = decisions[index]
    return by !== null && decision !== undefined && writes(decision) ? [by] : []
  })
  return {
    now,
    expected: {
      epoch: before.epoch,
      checks: new Map([...ids].map((id) => [id, checkIn(before, id)])),
      // No decision depends on the content of a check that cannot be read.
      pastChecks: [...before.pastChecks.values()].filter(({ isUnreadable }) => !isUnreadable),
      ...(dependsOnNewest ? { newestCheckId: before.newestCheckId } : {}),
      people: actors.flatMap(({ user }) => before.people.get(user.netID) ?? []),
      sessions: actors.flatMap(({ user: { netID }, tokenHash }) =>
        tokenHash === null ? [] : [{ tokenHash, netID }],
      ),
    },
    events,
    written: new Map(Array.from(before.requests, ([id, earlier]) => [id, earlier.length])),
    effects,
    checks: [...ids].flatMap((id) => checkIn(state, id) ?? []),
  }
}

/** Another writer was faster: treated like a value that is not as expected. */
function isConflict(error: unknown): false {
  if (isTaken(error) || errorCode(error) === deadlock) return false
  throw error
}

/** The database refused what was written: SQLSTATE classes 22, data exception, and 23, integrity. */
function isAboutData(error: unknown): boolean {
  return /^2[23]/.test(errorCode(error) ?? '')
}
