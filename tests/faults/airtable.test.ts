import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, it, onTestFinished } from 'vitest'
import { randomOf } from '../../src/server/random.ts'
import { demoSeason } from '../../src/server/tents/demo-season.ts'
import type { RosterSync } from '../../src/shared/roster-sync/contract.ts'
import type { Tent } from '../../src/shared/tents/contract.ts'
import { type AirtableStandIn, startAirtable } from '../../stand-ins/airtable.ts'
import { fillAirtable } from '../../stand-ins/roster.ts'
import { get, post, signInTo } from '../support/calls.ts'
import { createDatabase, migrated } from '../support/database.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { addTenters } from '../support/tenters.ts'
import { seed, times } from '../support/times.ts'
import { until } from '../support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'tent-city-airtable-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const checks = times(1, 132)
const kills = times(1, 20)
const boss = { netID: 'boss', password: 'never-counted-twice' }
const names = ['Ada', 'Bo', 'Cleo', 'Dan', 'Eve', 'Finn']
/** 10 records each: 13 for the marks of 130 tents, 3 for what is taken back and corrected after. */
const writesOfOneCheck = 13 + 3
/** How many marks are under way at once, as when six monitors are at work. */
const atOnce = names.length

/** What the ledger must say at the end, by tent. */
type Told = { misses: number; lastMissLM: string; lastCheck: string; forgiven: number }

type Monitor = { name: string; token: string }

const engines = inject('postgresUrl') === '' ? ['embedded'] : ['embedded', 'PostgreSQL']

it.each(times(engines.slice(-1), engines))(
  'a season with Airtable failing in every way, and kill -9: its columns equal our ledger and the people’s edits (%s)',
  { timeout: times(240_000, 5_400_000) },
  async (engine) => {
    const random = randomOf(seed)
    const airtable = await startAirtable({ random, penaltyMs: times(2000, 30_000) })
    onTestFinished(async () => void (await airtable.close()))
    fillAirtable(airtable, demoSeason())
    const where = {
      AIRTABLE_API_URL: airtable.url,
      RATE_LIMIT_FACTOR: '1000',
      ...(engine === 'embedded'
        ? { DATA_DIR: join(folder, 'data') }
        : {
            DATABASE_URL: await createDatabase(inject('postgresUrl'), migrated),
            DATA_DIR: folder,
          }),
    }
    await addTenters(where, [], boss)

    let server = await startServer(where)
    const token = await signInTo(server, boss)
    const monitors = await addMonitors(server, token)
    const { baseId, tableId, apiKey } = airtable.table
    const config = { airtableBaseId: baseId, airtableTableId: tableId, airtableApiKey: apiKey }
    await post(server, token, 'airtable-config', config, 'PUT')
    await post(server, token, 'roster/pull', {})
    const before = new Map(airtable.ids().map((id) => [id, missesAt(airtable, id)]))
    const tents = await get<Tent[]>(server, token, 'tent-checks')
    expect(tents).toHaveLength(130)
    const told = new Map<string, Told>(
      tents.map(({ id }) => [id, { misses: 0, lastMissLM: '', lastCheck: '', forgiven: 0 }]),
    )

    Object.assign(airtable.faults, {
      latencyMs: [10, 120],
      cutBefore: 0.02,
      cutMidAnswer: 0.04,
      badGateway: 0.02,
      deadCursor: 0.05,
      limited: 0.002,
      lagMs: 1000,
    })
    const stopPeople = letPeopleEdit(airtable, told, before, random)
    onTestFinished(stopPeople)
    const killAt = new Set(
      Array.from({ length: kills }, (_, index) => Math.floor(((index + 0.5) * checks) / kills)),
    )
    let gone: Promise<unknown> = Promise.resolve()
    let takenBack = 0
    let corrected = 0
    for (let check = 0; check < checks; check += 1) {
      const isKilled = killAt.has(check)
      const killAfter = isKilled ? Math.floor(random() * tents.length) : -1
      const started = await call(() =>
        post(server, token, 'start-check', { tents, numCheckers: atOnce }),
      )
      const { checkId } = (await started.json()) as { checkId: string }
      airtable.faults.isDown = random() < 0.1
      const marked = new Map<string, { outcome: 'miss' | 'make'; monitor: Monitor; before: Told }>()

      async function mark(tent: Tent): Promise<void> {
        const facts = told.get(tent.id)
        if (facts === undefined) throw new Error('A tent of no record')
        // Checks are hours apart, so two misses of a tent never share monitor and minute. Here
        // the monitors alternate in place of the hours.
        const monitor = monitors[facts.misses % monitors.length]
        if (monitor === undefined) throw new Error('There are no monitors')
        const isMiss = random() < 0.1
        const present = tent.members.split(', ').slice(0, 1 + Math.floor(random() * 3))
        const lastCheck = present.join(', ')
        const body = {
          id: tent.id,
          markId: randomUUID(),
          ...(isMiss ? { misses: 1 } : { lastCheck }),
        }
        await call(() => post(server, monitor.token, 'tent-checks/update', body))
        marked.set(tent.id, { outcome: isMiss ? 'miss' : 'make', monitor, before: { ...facts } })
        if (isMiss) {
          facts.misses += 1
          facts.lastMissLM = monitor.name
        } else facts.lastCheck = lastCheck
      }

      async function takeBack(tent: Tent): Promise<void> {
        const facts = told.get(tent.id)
        const standing = marked.get(tent.id)
        if (facts === undefined || standing === undefined) throw new Error('A tent without a mark')
        const { monitor, before } = standing
        const body = { id: tent.id, checkId, undoId: randomUUID() }
        await call(() => post(server, monitor.token, 'tent-checks/undo', body))
        takenBack += 1
        marked.delete(tent.id)
        const { forgiven } = facts
        Object.assign(facts, before, { forgiven })
      }

      async function correct(tent: Tent): Promise<void> {
        const facts = told.get(tent.id)
        if (facts === undefined) throw new Error('A tent of no record')
        const standing = marked.get(tent.id)
        const was = standing?.outcome ?? 'none'
        const others = (['miss', 'make', 'none'] as const).filter((outcome) => outcome !== was)
        const outcome = others[Math.floor(random() * others.length)]
        const reason = 'They were seen.'
        const body = { tentId: tent.id, outcome, reason, correctionId: randomUUID() }
        await call(() => post(server, token, `checks/${checkId}/corrections`, body))
        corrected += 1
        facts.misses += Number(outcome === 'miss') - Number(was === 'miss')
        if (was === 'miss') facts.lastMissLM = standing?.before.lastMissLM ?? ''
        if (was === 'make') facts.lastCheck = standing?.before.lastCheck ?? ''
      }

      const queue = tents.map((tent, index) => ({ tent, index }))
      const walk = async () => {
        for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
          const { tent, index } = next
          if (index === killAfter) {
            gone = server.kill('SIGKILL').then(async () => {
              server = await startServer(where)
            })
          }
          await mark(tent)
          if (random() < 0.05) {
            await takeBack(tent)
            await mark(tent)
          }
        }
      }
      await Promise.all(Array.from({ length: atOnce }, walk))
      await gone
      // By now Airtable was told of some of them.
      for (const tent of tents.filter(() => random() < 0.05)) {
        await takeBack(tent)
        if (random() < 0.5) await mark(tent)
      }
      await call(() => post(server, token, 'end-check', {}))
      for (const tent of tents.filter(() => random() < 0.03)) await correct(tent)
      airtable.faults.isDown = false
      // The next check comes hours later: by then most has been told.
      await until(async () => (await syncOf(server, token)).waiting < tents.length / 2)
    }
    stopPeople()
    await until(async () => (await syncOf(server, token)).waiting === 0)

    for (const tent of tents) {
      const facts = told.get(tent.id)
      const cells = { 'Last Miss LM': '', 'Last Check': '', ...filled(airtable.cells(tent.id)) }
      const expected = {
        'Number of Misses':
          (before.get(tent.id) ?? 0) + (facts?.misses ?? 0) - (facts?.forgiven ?? 0),
        'Last Miss LM': facts?.lastMissLM || tent.lastMissLM,
        'Last Check': facts?.lastCheck || tent.lastCheck,
      }
      expect([tent.order, cells]).toMatchObject([tent.order, expected])
    }
    const writes = airtable.log.filter(({ method, status }) => method === 'PATCH' && status === 200)
    console.log(
      `${checks} checks: ${airtable.log.length} requests, ${writes.length} answered writes, at most ${airtable.mostInASecond()} in a second, ${[...told.values()].reduce((sum, { forgiven }) => sum + forgiven, 0)} misses forgiven meanwhile, ${takenBack} marks taken back, ${corrected} corrected`,
    )
    expect(airtable.mostInASecond()).toBeLessThanOrEqual(5)
    // How full the batches of one check are depends on the machine, of many checks hardly.
    expect(writes.length).toBeLessThanOrEqual(checks * writesOfOneCheck * times(2, 1.2))

    Object.assign(airtable.faults, { cutBefore: 0, cutMidAnswer: 0, badGateway: 0, limited: 0 })
    const pulled = async () => {
      await post(server, token, 'roster/pull', {})
      const now = await get<Tent[]>(server, token, 'tent-checks')
      return now.every(({ id, numberOfMisses }) => numberOfMisses === missesAt(airtable, id))
    }
    await until(pulled)
    await server.kill('SIGTERM')
  },
)

/** The cells in which something stands. */
function filled(cells: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== null))
}

function missesAt(airtable: AirtableStandIn, id: string): number {
  return Number(airtable.cells(id)['Number of Misses'] ?? 0)
}

function syncOf(server: ServerProcess, token: string): Promise<RosterSync> {
  return get(server, token, 'roster/sync')
}

async function addMonitors(server: ServerProcess, token: string) {
  return Promise.all(
    names.map(async (name) => {
      const account = { netID: name.toLowerCase(), password: 'gloves-at-2-am' }
      const person = { ...account, firstName: name, lastName: 'M', email: `${name}@example.edu` }
      await post(server, '', 'profile/register', person)
      const role = { netID: account.netID, field: 'isLineMonitor', value: true }
      await post(server, token, 'admin/update-role', role)
      return { name, token: await signInTo(server, account) }
    }),
  )
}

/** As a phone does: sent again until it is answered. */
function call(send: () => Promise<Response>): Promise<Response> {
  return until(async () => {
    const answer = await send().catch(() => null)
    if (answer === null || answer.status >= 500) return null
    if (answer.status !== 200) throw new Error(await answer.text())
    return answer
  })
}

/** People forgive misses all the while, and write notes; gives what stops them. */
function letPeopleEdit(
  airtable: AirtableStandIn,
  told: ReadonlyMap<string, Told>,
  before: ReadonlyMap<string, number>,
  random: () => number,
): () => void {
  const ids = airtable.ids()
  const timer = setInterval(() => {
    const id = ids[Math.floor(random() * ids.length)] ?? ''
    const misses = missesAt(airtable, id)
    const facts = told.get(id)
    airtable.edit(id, { Notes: 'Seen' })
    if (facts === undefined || airtable.isBeingPlanned(id)) return
    // The last Miss is never forgiven: an undo would then have to go below 0, which no number does.
    // `left` is asked, too: Airtable may still show Misses that were taken back.
    const left = (before.get(id) ?? 0) + facts.misses - facts.forgiven
    if (misses < 2 || left < 2) return
    airtable.edit(id, { 'Number of Misses': misses - 1 })
    facts.forgiven += 1
  }, 150)
  return () => clearInterval(timer)
}
