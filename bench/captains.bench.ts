import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { randomOf } from '../src/server/random.ts'
import { defaultRules } from '../src/shared/season/default-rules.ts'
import { rulesAYearLater } from '../src/shared/season/rules.ts'
import { slotsOfWeek, type TentShifts } from '../src/shared/shifts/tent-shifts.ts'
import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { runCommand } from '../tests/support/command.ts'
import { writeDemoRoster } from '../tests/support/demo-roster.ts'
import { startServer } from '../tests/support/server-process.ts'
import { report, rounds } from './figures.ts'
import { marksBeside, timedCheck } from './marks.ts'

/**
 * How long a mark of a check of 130 tents on five phones takes until it is acknowledged, while ten
 * captains plan two weeks of their tents, and while nobody does, in turns. Each changes when somebody
 * is free, has a plan made, looks at it, and watches for ten seconds how it gets better, as the screen
 * does; they begin a second apart.
 */
const captains = 10
/** Seconds. */
const watched = 10
const planned = { from: '2027-01-29', days: 14 }
const boss = { netID: 'boss', password: 'gloves-at-2-am' }
const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const where = { DATA_DIR: folder }
const names = ['--first-name', 'Robin', '--last-name', 'Test', '--email', 'b@example.edu']
await runCommand(['add-user', boss.netID, ...names, '--super-user'], where, boss.password)
await runCommand(['import-roster', writeDemoRoster(folder)], where)
const server = await startServer({
  ...where,
  NODE_ENV: 'production',
  RATE_LIMIT_FACTOR: '1000',
})
const token = await signInTo(server, boss)
const random = randomOf(86)
await call('season', rulesAYearLater(defaultRules), 'PUT')
const tents = await get<Tent[]>(server, token, 'tent-checks')
const people = new Map<string, string[]>()
for (const { id } of tents.slice(0, captains)) {
  const { people: members } = await get<TentShifts>(server, token, `tents/${id}/shifts`)
  people.set(
    id,
    members.map((member) => member.id),
  )
  for (const member of members) await answerFor(id, member.id)
}

const marks = () => timedCheck(server, token, tents, { phones: 5, misses: 13 })
/** Several checks, so that each captain plans in them. */
async function marksForAWhile(): Promise<number[]> {
  const all: number[] = []
  for (let check = 0; check < 8; check += 1) all.push(...(await marks()))
  return all
}
const took = { alone: [] as number[][], beside: [] as number[][] }
let plans = 0
await marks()
for (let round = 0; round < rounds; round += 1) {
  took.alone.push(await marksForAWhile())
  const ending = new AbortController()
  const planning = [...people].map(async ([id, members], place) => {
    await delay(place * 1000)
    return plan(id, members, ending.signal)
  })
  // All of them have begun.
  await delay(captains * 1000)
  took.beside.push(await marksForAWhile())
  ending.abort()
  await Promise.all(planning)
}
report('captains', {
  head: ['', 'with', 'without', 'ratio'],
  rows: [...marksBeside(took.beside, took.alone), ['plans made meanwhile', String(plans), '0', '']],
})
await server.kill('SIGTERM')
rmSync(folder, { recursive: true, force: true })

async function plan(id: string, members: readonly string[], ending: AbortSignal): Promise<void> {
  for (let turn = 0; !ending.aborted; turn += 1) {
    await answerFor(id, members[turn % members.length] ?? '')
    await call(`tents/${id}/shifts/draft`, { ...planned, keep: false })
    const days = new URLSearchParams({ from: planned.from, days: String(planned.days) })
    const { draft } = await get<TentShifts>(server, token, `tents/${id}/shifts?${days}`)
    if (draft === null) throw new Error('There is no plan')
    plans += 1
    for (let second = 0; second < watched && !ending.aborted; second += 1) {
      await delay(1000)
      await get(server, token, `tents/${id}/shifts/draft/progress`)
    }
  }
  // No search goes on beside the marks that are to be alone.
  await call(`tents/${id}/shifts/draft/stop`, {})
}

/** Free by half days, as chance has it. */
function answerFor(id: string, member: string): Promise<void> {
  const halfDay = 24
  const week = Array.from({ length: slotsOfWeek / halfDay }, () =>
    (random() < 0.65 ? '1' : '0').repeat(halfDay),
  ).join('')
  return call(`tents/${id}/shifts/people/${member}/availability`, { week, exceptions: [] }, 'PUT')
}

async function call(path: string, body: object, method = 'POST'): Promise<void> {
  const answer = await post(server, token, path, body, method)
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
}
