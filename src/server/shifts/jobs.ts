import { figuresOf } from '../../shared/shifts/figures.ts'
import { type Frame, frameOf, type Plan, type Span } from '../../shared/shifts/frame.ts'
import type { ShiftProblem } from '../../shared/shifts/problem.ts'
import { clipped } from '../../shared/shifts/publish.ts'
import { assignmentsOf } from '../../shared/shifts/replan.ts'
import { reachOf } from '../../shared/shifts/slots.ts'
import type { Slot } from '../../shared/shifts/tent-shifts.ts'
import type { Context } from '../context.ts'
import { improve } from './solver/solver.ts'
import { type KeptDraft, type KeptJob, updateJob, updatePlaces } from './store.ts'

/** How long a search takes, once it is the tent's turn. */
const searchMs = 10_000
/** How often the best plan so far is saved, and whether the search is still wanted is looked at. */
const keepEveryMs = 1000
/** How often to check whether a tent check is on. */
const lookEveryMs = 200
/** How often a server reports that its searches are still running. */
export const signEveryMs = 5000

/**
 * A plan to improve: the problem with its half hours, and the plan so far. `planned`: which of the
 * half hours are planned; those around them are of the plan in use.
 */
export type Search = {
  id: string
  tentId: string
  problem: ShiftProblem
  slots: readonly Slot[]
  planned: Span
  plan: Plan
  days: Pick<KeptDraft, 'from' | 'days'>
}

type SearchContext = Pick<Context, 'db' | 'log' | 'now' | 'wait'>

/** A search interrupted by a check: the best plan so far, and the remaining time. */
type SoFar = { plan: Plan; leftMs: number }

/** The searches of this server, which run one after the other. */
export type Searches = {
  /** How many searches are ahead of a new one of this tent, which ends an earlier one of it. */
  length: (tentId: string) => number
  /** Adds a search at the end, in place of an earlier one of the same tent. */
  add: (search: Search) => void
  /** Ends a tent's search; once that is done, the best plan so far is saved. */
  stop: (tentId: string) => Promise<void>
  close: () => Promise<void>
}

/** The stored form of a search. */
export function jobOf(
  id: string,
  state: KeptJob['state'],
  now: Date,
  { place = 0, endsAt = null }: { place?: number; endsAt?: Date | null } = {},
): KeptJob {
  return { id, state, place, endsAt: endsAt?.toISOString() ?? null, at: now.toISOString() }
}

export function draftOf(
  { problem, slots, planned, days }: Pick<Search, 'problem' | 'slots' | 'planned' | 'days'>,
  frame: Frame,
  plan: Plan,
  { how, madeAt }: { how: KeptDraft['how']; madeAt: Date },
): KeptDraft {
  const figures = figuresOf(frame, plan, planned)
  const shifts = clipped(assignmentsOf(problem, plan, slots), ...reachOf(slots.slice(...planned)))
  return { ...days, madeAt: madeAt.toISOString(), how, figures, shifts }
}

type Queued = { wanted: Search; ending: AbortController }

/**
 * Runs a search to its end, and saves its best plan every second, so that people see it on any
 * server. It waits during a tent check, because marks come first.
 */
function searcher(
  ctx: SearchContext,
  isCheckOn: () => boolean,
  search: typeof improve,
): (queued: Queued) => Promise<void> {
  const keep = (id: string, change: Parameters<typeof updateJob>[2]) =>
    ctx.db.statement((statement) => updateJob(statement, id, change))

  /** Waits during a check; false: the search was stopped meanwhile. */
  async function isItsTurn({ wanted, ending: { signal } }: Queued): Promise<boolean> {
    const { id } = wanted
    for (let isSaid = false; isCheckOn() && !signal.aborted; isSaid = true) {
      if (!isSaid) await keep(id, { job: jobOf(id, 'waitsForCheck', ctx.now()) })
      await ctx.wait(lookEveryMs)
    }
    return !signal.aborted
  }

  /** Searches until done (null), or until a check begins. */
  async function searchFrom(soFar: SoFar, { wanted, ending }: Queued): Promise<SoFar | null> {
    const { id, problem } = wanted
    const frame = frameOf(problem)
    const beganAt = ctx.now().getTime()
    const endsAt = new Date(beganAt + soFar.leftMs)
    if (!(await keep(id, { job: jobOf(id, 'running', ctx.now(), { endsAt }) }))) return null
    let best: Plan | null = null
    let lastKept: Plan | null = null
    let keptAt = beganAt
    let keeping: Promise<unknown> = Promise.resolve()
    let isCurrent = true
    const found = (state: KeptJob['state'], plan: Plan | null) => ({
      job: jobOf(id, state, ctx.now(), { endsAt }),
      ...(plan === null
        ? {}
        : { draft: draftOf(wanted, frame, plan, { how: 'solver', madeAt: ctx.now() }) }),
    })
    const keepBest = () => {
      if (ctx.now().getTime() - keptAt < keepEveryMs) return
      const better = best === lastKept ? null : best
      lastKept = best
      keptAt = ctx.now().getTime()
      keeping = keeping
        .then(() => keep(id, found('running', better)))
        .then((is) => {
          if (is) return
          // On another server, somebody stopped the search or asked for another plan.
          isCurrent = false
          ending.abort()
        })
        // The next draft, or the one at the end, is kept in its place.
        .catch((error) => ctx.log.error({ err: error }, 'a draft could not be kept'))
    }
    const check = new AbortController()
    const look = () => {
      if (isCheckOn()) check.abort()
      keepBest()
    }
    const looking = setInterval(look, lookEveryMs)
    const onBetter = (better: Plan) => {
      best = better
      keepBest()
    }
    const signal = AbortSignal.any([ending.signal, check.signal])
    const state = await search(ctx, problem, soFar.plan, endsAt.getTime(), onBetter, {
      signal,
    }).then(
      () => 'done' as const,
      (error) => {
        ctx.log.error({ err: error }, 'the solver of shifts failed')
        return 'failed' as const
      },
    )
    clearInterval(looking)
    await keeping
    if (!isCurrent) return null
    const leftMs = endsAt.getTime() - ctx.now().getTime()
    const goesOn = check.signal.aborted && !ending.signal.aborted && leftMs > 0
    const last = goesOn ? 'waitsForCheck' : ending.signal.aborted ? 'stopped' : state
    await keep(id, found(last, best))
    return goesOn ? { plan: best ?? soFar.plan, leftMs } : null
  }

  return async (queued) => {
    let soFar: SoFar | null = { plan: queued.wanted.plan, leftMs: searchMs }
    while (soFar !== null && (await isItsTurn(queued))) soFar = await searchFrom(soFar, queued)
  }
}

/** Opens this server's searches. */
export function openSearches(
  ctx: SearchContext,
  isCheckOn: () => boolean,
  search = improve,
  everyMs = signEveryMs,
): Searches {
  const run = searcher(ctx, isCheckOn, search)
  const queue: Queued[] = []
  /** Without those that were ended and have not noticed it yet. */
  const going = () => queue.filter(({ ending }) => !ending.signal.aborted)
  let working: Promise<void> | null = null
  /** The first in the queue, or the one before it. */
  let running: Promise<void> = Promise.resolve()
  let isClosed = false

  async function work(): Promise<void> {
    for (let next = queue[0]; next !== undefined; next = queue[0]) {
      const { wanted } = next
      running = run(next).catch((error) =>
        ctx.log.error({ err: error, tent: wanted.tentId }, 'shifts could not be planned'),
      )
      await running
      queue.shift()
      if (isClosed) return
      await reportAlive()
    }
    // Reset at once, so that the next added search starts another run.
    working = null
  }

  /** Reports that each search is still alive, and how many are ahead of it. */
  async function reportAlive(): Promise<void> {
    const ids = going().map(({ wanted }) => wanted.id)
    if (ids.length === 0) return
    await ctx.db
      .statement((statement) => updatePlaces(statement, ids, ctx.now()))
      .catch((error) => ctx.log.error({ err: error }, 'searches could not be kept as going on'))
  }
  let reported = Promise.resolve()
  const heartbeat = setInterval(() => {
    reported = reportAlive()
  }, everyMs)
  heartbeat.unref()

  /**
   * Ends a tent's search. The first in the queue has begun, and leaves the queue by itself when it
   * stops; others are removed now, because each keeps a plan in memory.
   */
  async function end(tentId: string): Promise<void> {
    const [first, ...waiting] = queue
    const others = waiting.filter(({ wanted }) => wanted.tentId !== tentId)
    queue.splice(1, waiting.length, ...others)
    if (first?.wanted.tentId !== tentId) return
    first.ending.abort()
    await running
  }

  return {
    length: (tentId) => going().filter(({ wanted }) => wanted.tentId !== tentId).length,
    add(wanted) {
      void end(wanted.tentId)
      if (isClosed) return
      queue.push({ wanted, ending: new AbortController() })
      working ??= work()
    },
    stop: end,
    async close() {
      isClosed = true
      clearInterval(heartbeat)
      for (const { ending } of queue) ending.abort()
      await working
      await reported
    },
  }
}
