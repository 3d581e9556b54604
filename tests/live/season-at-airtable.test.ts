import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { randomOf } from '../../src/server/random.ts'
import type { Api } from '../../src/shared/api.ts'
import type { ResponseOf } from '../../src/shared/endpoint.ts'
import { rosterTable } from '../../stand-ins/airtable.ts'
import { startCity } from '../support/city.ts'
import { rosterRow } from '../support/roster-row.ts'
import { rules, startInstant, starts } from '../support/season-of-2019.ts'
import { seed, times } from '../support/times.ts'
import { until } from '../support/until.ts'

/** A clock as fast as this brings queue, limits and lag of a night into seconds. */
const speed = times(50, 200)
const monitorsAtOnce = 6
/** Of marks: how many are taken back, and how many are corrected. */
const share = times(0.2, 0.05)

type Pair = readonly [who: string, when: string]
type PairName = 'lastMiss' | 'lastCheck'
type Outcome = 'make' | 'miss' | 'none'
/** What a tent's record must say. */
type Told = { misses: number } & Record<PairName, Pair>
/** What a mark wrote, and what stood there before. */
type Mark = { outcome: 'make' | 'miss'; wrote: Pair; before: Pair }
/** A check: the marks that were not undone, and how tents stand, by their ids. */
type Check = { id: string; marks: Map<string, Mark>; standing: Map<string, Outcome> }

it('the season of 2019 with undos, corrections and reopenings: Airtable’s columns are what was said', {
  timeout: times(120_000, 1_800_000),
}, async () => {
  const random = randomOf(seed)
  const happens = (share: number) => random() < share
  const began = performance.now()
  let setTo = startInstant('2019-01-12T12:00').getTime()
  let setAt = began
  const clock = () => setTo + (performance.now() - setAt) * speed
  const city = await startCity({
    now: () => new Date(clock()),
    airtable: { random, clock, columns: { ...rosterTable, 'Date of Last Check': 'moment' } },
  })
  onTestFinished(city.close)
  const { airtable, server } = city
  const boss = server.withToken(city.boss)
  await boss.call('saveSeason', rules)
  const ids = await city.connect(
    Array.from({ length: times(20, 130) }, (_, place) =>
      rosterRow({ order: `${place + 1}`, name: `Tent ${place + 1}`, members: 'Ann Lee, Bo Chen' }),
    ),
  )
  const told = new Map<string, Told>(
    ids.map((id) => [id, { misses: 0, lastMiss: ['', ''], lastCheck: ['', ''] }]),
  )
  const counts = { checks: 0, marks: 0, undos: 0, corrections: 0, reopenings: 0 }
  const checks: Check[] = []

  const toldOf = (id: string) => told.get(id) ?? expect.unreachable()
  const pairOf = (outcome: 'make' | 'miss') => (outcome === 'miss' ? 'lastMiss' : 'lastCheck')
  const allTold = () => until(async () => (await city.sync()).waiting === 0)

  async function mark(check: Check, id: string): Promise<void> {
    const tent = toldOf(id)
    const outcome = happens(0.3) ? 'miss' : 'make'
    const names = happens(0.5) ? 'Ann Lee' : 'Ann Lee, Bo Chen'
    const said = outcome === 'miss' ? { misses: 1 } : { lastCheck: names }
    const { mark } = await boss.call('mark', { id, ...said, markId: randomUUID() })
    const wrote = [outcome === 'miss' ? mark.by : names, mark.at] as const
    check.marks.set(id, { outcome, wrote, before: tent[pairOf(outcome)] })
    check.standing.set(id, outcome)
    tent[pairOf(outcome)] = wrote
    tent.misses += Number(outcome === 'miss')
    counts.marks += 1
  }

  const standingIn = ({ standing }: Check, id: string) => standing.get(id) ?? 'none'

  /** Notes the new outcome. The pair that the mark wrote is set back, unless it was overwritten. */
  function becomes(check: Check, id: string, outcome: Outcome): void {
    const tent = toldOf(id)
    const was = standingIn(check, id)
    tent.misses += Number(outcome === 'miss') - Number(was === 'miss')
    check.standing.set(id, outcome)
    const mark = check.marks.get(id)
    if (mark?.outcome !== was) return
    const pair = pairOf(mark.outcome)
    if (String(tent[pair]) === String(mark.wrote)) tent[pair] = mark.before
  }

  async function undo(check: Check, id: string): Promise<void> {
    await boss.call('undoMark', { id, checkId: check.id, undoId: randomUUID() })
    becomes(check, id, 'none')
    check.marks.delete(id)
    counts.undos += 1
  }

  async function correct(check: Check, id: string): Promise<void> {
    const was = standingIn(check, id)
    const others = (['miss', 'make', 'none'] as const).filter((outcome) => outcome !== was)
    const outcome = others[Math.floor(random() * others.length)] ?? 'none'
    const body = { tentId: id, outcome, reason: 'They were seen.', correctionId: randomUUID() }
    await boss.call('correctTent', body, { params: { checkId: check.id } })
    becomes(check, id, outcome)
    counts.corrections += 1
  }

  /** Several monitors at once, each tent by one of them. */
  async function walk(tents: readonly string[], act: (id: string) => Promise<void>) {
    const left = [...tents]
    const monitor = async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) await act(id)
    }
    await Promise.all(Array.from({ length: monitorsAtOnce }, monitor))
  }

  async function undoSome(check: Check) {
    await walk(
      [...check.marks.keys()].filter(() => happens(share)),
      async (id) => {
        await undo(check, id)
        if (happens(0.5)) await mark(check, id)
      },
    )
  }

  for (const start of starts.slice(0, times(4, starts.length))) {
    setTo = Math.max(clock(), startInstant(start).getTime())
    setAt = performance.now()
    const check: Check = { id: await city.startCheck(), marks: new Map(), standing: new Map() }
    checks.push(check)
    counts.checks += 1
    // One is out to the end, so that no check ends by itself.
    await walk(
      ids.filter((_, place) => place > 0 && happens(0.9)),
      async (id) => {
        await mark(check, id)
        if (!happens(share)) return
        await undo(check, id)
        await mark(check, id)
      },
    )
    if (happens(0.5)) await allTold()
    await undoSome(check)
    await city.endCheck()
    if (happens(times(0.5, 0.2))) {
      await boss.call('reopenCheck', undefined, { params: { checkId: check.id } })
      await undoSome(check)
      await city.endCheck()
      counts.reopenings += 1
    }
    const any = checks[Math.floor(random() * checks.length)] ?? check
    for (const id of ids.filter(() => happens(share))) await correct(happens(0.5) ? check : any, id)
    if (happens(0.5)) await allTold()
  }
  await allTold()

  const asWritten = ([who, when]: Pair) => [who || null, when || null]
  const utc = (when: string) => (when === '' ? null : new Date(`${when} UTC`).toISOString())
  const there = (id: string) => {
    const cells = airtable.cells(id)
    return {
      misses: cells['Number of Misses'],
      lastMiss: asWritten([
        `${cells['Last Miss LM'] ?? ''}`,
        `${cells['Date of Last Miss'] ?? ''}`,
      ]),
      lastCheck: [cells['Last Check'] || null, cells['Date of Last Check'] || null],
    }
  }
  expect(ids.map(there)).toEqual(
    ids.map(toldOf).map(({ misses, lastMiss, lastCheck: [names, when] }) => ({
      misses,
      lastMiss: asWritten(lastMiss),
      lastCheck: [names || null, utc(when)],
    })),
  )
  await city.pull()
  const here = ({
    numberOfMisses,
    lastMissLM,
    dateOfLastMiss,
    lastCheck,
    dateOfLastCheck,
  }: ResponseOf<Api['listTents']>[number]) => ({
    misses: numberOfMisses,
    lastMiss: [lastMissLM, dateOfLastMiss],
    lastCheck: [lastCheck, dateOfLastCheck],
  })
  expect((await city.tents()).map(here)).toEqual(ids.map(toldOf))
  const requests = airtable.log.length
  console.log({ ...counts, requests, seconds: Math.round((performance.now() - began) / 1000) })
})
