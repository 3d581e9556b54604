import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../../src/server/db/open.ts'
import type { Outcome } from '../../src/shared/tent-check/contract.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { tentLabel } from '../../src/shared/tents/label.ts'
import type { Mark } from '../../src/web/tent-check/marks/mark.ts'
import { demoForAll } from '../support/demo.ts'
import type { Fault } from '../support/faulty-proxy.ts'
import {
  type Desk,
  type MarkingPhone,
  openDesk,
  openMarkingPhone,
} from '../support/marking-phone.ts'
import { readConflict } from '../support/tent-check-page.ts'
import { seed, times } from '../support/times.ts'

const tentCount = 14
/** These are never tapped: a check without a tent left would end by itself. */
const untouched = 2
/** A silent connection is given up after 18 s, and then the phone comes back. */
const patience = { timeout: 90_000 }

type Step = { phone: number } & (
  | { do: 'tap'; place: number; outcome: Outcome }
  | { do: 'fault'; fault: Fault }
  | { do: 'cut' | 'reload' }
  /** The network stays as it is for so long. */
  | { do: 'hold'; ms: number }
)

const fault: fc.Arbitrary<Fault> = fc.oneof(
  fc.constant<Fault>({ kind: 'none' }),
  fc.constant<Fault>({ kind: 'refuses' }),
  fc.record({ kind: fc.constant('delays' as const), ms: fc.integer({ min: 10, max: 10_000 }) }),
  fc.record({
    kind: fc.constant('swallows' as const),
    way: fc.constantFrom('up' as const, 'down' as const, 'both' as const),
  }),
  fc.record({
    kind: fc.constant('breaksAnswers' as const),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
)
const phone = fc.integer({ min: 0, max: 1 })
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      phone,
      do: fc.constant('tap' as const),
      place: fc.nat({ max: tentCount }),
      outcome: fc.constantFrom('miss' as const, 'make' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ phone, do: fc.constant('fault' as const), fault }) },
  { weight: 2, arbitrary: fc.record({ phone, do: fc.constantFrom('cut', 'reload') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      phone,
      do: fc.constant('hold' as const),
      ms: fc.integer({ min: 100, max: 3000 }),
    }),
  },
)
const schedules = fc.sample(fc.array(step, { minLength: 12, maxLength: 24 }), {
  seed,
  numRuns: 30,
})
/** Every fault by itself is in bad-network.test.ts; what chance makes of them is for the torture. */
const isLong = times(false, true)

let phones: MarkingPhone[] = []
let desk: Desk
const demo = demoForAll(async (server) => {
  desk = await openDesk(server)
}, 'embedded')
beforeAll(async () => {
  phones = [
    await openMarkingPhone(demo.browser, demo.server, 'line monitor'),
    await openMarkingPhone(demo.browser, demo.server, 'super user'),
  ]
}, 120_000)

/** What each phone was seen to take. */
type Taken = Map<MarkingPhone, Mark[]>

async function take(step: Step, labels: string[], taken: Taken): Promise<void> {
  const phone = phones[step.phone]
  if (phone === undefined) throw new Error('There is no such phone')
  switch (step.do) {
    case 'tap': {
      const there = (await phone.tents()).filter((label) => labels.includes(label))
      const label = there[step.place % there.length]
      const mark = label === undefined ? null : await phone.tap(label, step.outcome)
      if (mark !== null) taken.get(phone)?.push(mark)
      return
    }
    case 'fault':
      return phone.network.become(step.fault)
    case 'cut':
      return phone.network.cut()
    case 'reload':
      await phone.page.reload()
      await phone.page.getByText(`of ${tentCount} left`).waitFor()
      return
    case 'hold':
      // So long lasts whatever the network does now.
      await new Promise((resolve) => setTimeout(resolve, step.ms))
  }
}

/** Whatever the network does: what a phone has forgotten or calls saved, the server has. */
async function expectTruth(labels: string[], taken: Taken): Promise<void> {
  const seen = await Promise.all(
    phones.map(async (phone) => {
      const saved = await phone.saved()
      const kept = new Set((await phone.waiting()).map(({ markId }) => markId))
      const gone = (taken.get(phone) ?? []).filter(({ markId }) => !kept.has(markId))
      return { saved, gone }
    }),
  )
  const marked = await desk.marked()
  for (const { saved, gone } of seen) {
    for (const { tentLabel, outcome } of gone) {
      expect([tentLabel, marked.get(tentLabel)]).toEqual([tentLabel, outcome])
    }
    for (const label of labels) {
      if (saved.includes(`${label} (Miss)`)) expect(marked.get(label)).toBe('miss')
      if (saved.includes(`${label} (Make)`)) expect(marked.get(label)).toBe('make')
    }
  }
}

/** Both networks are well again: every tap is counted once or needs its monitor, on true screens. */
async function expectAllArrives(labels: string[], taken: Taken): Promise<void> {
  for (const { network } of phones) network.become({ kind: 'none' })
  for (const phone of phones) {
    const unanswered = async () => (await phone.waiting()).filter(({ refusal }) => refusal === null)
    await expect.poll(unanswered, patience).toEqual([])
    await phone.page.getByText('Live', { exact: true }).waitFor(patience)
  }
  const { number, activeTents } = await desk.status()
  const marked = await desk.marked()
  // The start is the first event; nothing but these marks follows it.
  expect(number).toBe(marked.size + 1)
  const all = phones.flatMap((phone) => taken.get(phone) ?? [])
  expect(new Set(marked.keys())).toEqual(new Set(all.map(({ tentLabel }) => tentLabel)))

  const remaining = activeTents.map(tentLabel)
  expect(remaining).toHaveLength(labels.length - marked.size)
  for (const phone of phones) {
    await expect.poll(phone.tents, patience).toEqual(remaining)
    const refused = (taken.get(phone) ?? []).filter(
      ({ tentLabel, outcome }) => marked.get(tentLabel) !== outcome,
    )
    const kept = await phone.waiting()
    expect(kept.map(({ markId }) => markId).sort()).toEqual(
      refused.map(({ markId }) => markId).sort(),
    )
    expect(kept.every(({ refusal }) => refusal?.code === 'markedOtherwise')).toBe(true)
    const needs = phone.page.getByRole('button', { name: /needs? you$/ })
    for (let left = refused.length; left > 0; left -= 1) {
      await expect.poll(() => needs.innerText(), patience).toMatch(new RegExp(`^${left} `))
      await phone.page.keyboard.press('Escape')
      await readConflict(phone.page)
    }
    await expect.poll(() => needs.count(), patience).toBe(0)
    expect(await phone.waiting()).toEqual([])
  }
}

async function missesByLabel(): Promise<Map<string, number>> {
  const tents = await desk.ask<Tent[]>('tent-checks')
  return new Map(tents.map((tent) => [tentLabel(tent), tent.numberOfMisses ?? 0]))
}

/** One check under one schedule; gives what was tapped and what of it counted. */
async function runSchedule(steps: Step[]) {
  const before = await missesByLabel()
  const labels = await desk.startCheck(tentCount)
  const { checkId } = await desk.status()
  for (const { page } of phones) {
    await page.reload()
    await page.getByText(`${tentCount} of ${tentCount} left`, { exact: true }).waitFor()
  }
  const taken: Taken = new Map(phones.map((phone) => [phone, []]))
  for (const step of steps) {
    await take(step, labels.slice(0, -untouched), taken)
    await expectTruth(labels, taken)
  }
  await expectAllArrives(labels, taken)

  const marked = await desk.marked()
  for (const [label, misses] of await missesByLabel()) {
    const added = marked.get(label) === 'miss' ? 1 : 0
    expect([label, misses]).toEqual([label, (before.get(label) ?? 0) + added])
  }
  await desk.cancelCheck()
  for (const { page } of phones) await page.getByText('No check is in progress').waitFor()
  const taps = [...taken.values()].flat()
  return { checkId, marked, taps }
}

/** Every event of the ledger, once the server has let go of its folder. */
async function readLedger(): Promise<Record<string, unknown>[]> {
  await demo.server.kill('SIGTERM')
  const db = await openDatabase({
    databaseUrl: null,
    dataDir: demo.server.where.DATA_DIR,
    onError: () => {},
  })
  const { rows } = await db.read(({ queries }) =>
    queries.execute(
      sql`select check_id, kind, request_id, outcome from check_events order by check_id, number`,
    ),
  )
  await db.close()
  return rows
}

it.runIf(isLong)(
  'whatever the networks of two phones do, every tap counts once or needs its monitor',
  async () => {
    const runs: Awaited<ReturnType<typeof runSchedule>>[] = []
    for (const [place, steps] of schedules.entries()) {
      try {
        runs.push(await runSchedule(steps))
      } catch (cause) {
        throw new Error(`Schedule ${place}: ${JSON.stringify(steps)}`, { cause })
      }
    }
    const ledger = await readLedger()
    for (const { checkId, marked, taps } of runs) {
      const events = ledger.filter((event) => event['check_id'] === checkId)
      const kinds = events.map((event) => event['kind'])
      expect(kinds).toEqual(['started', ...[...marked].map(() => 'marked'), 'cancelled'])
      const outcomes = new Map(taps.map(({ markId, outcome }) => [markId, outcome]))
      for (const event of events.slice(1, -1)) {
        expect(outcomes.get(String(event['request_id']))).toBe(event['outcome'])
      }
    }
    const sum = (count: (run: (typeof runs)[number]) => number) =>
      runs.reduce((all, run) => all + count(run), 0)
    const lost = phones.reduce((all, { network }) => all + network.lost, 0)
    console.info(
      `${runs.length} schedules: ${sum(({ taps }) => taps.length)} taps, ` +
        `${sum(({ marked }) => marked.size)} marks, ${lost} chunks lost or broken`,
    )
  },
  3_600_000,
)
