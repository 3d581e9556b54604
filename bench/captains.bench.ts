import { setTimeout as delay } from 'node:timers/promises'
import { randomOf } from '../src/server/random.ts'
import { defaultRules } from '../src/shared/season/default-rules.ts'
import { rulesAYearLater } from '../src/shared/season/rules.ts'
import { slotsOfWeek } from '../src/shared/shifts/tent-shifts.ts'
import { signInTo } from '../tests/support/calls.ts'
import { type Client, clientOf } from '../tests/support/client.ts'
import { runCommand } from '../tests/support/command.ts'
import { writeDemoRoster } from '../tests/support/demo-roster.ts'
import { startServer } from '../tests/support/server-process.ts'
import { bothEngines, type Place } from './engines.ts'
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
const { folder, places, end } = await bothEngines()
const random = randomOf(86)
const rows: string[][] = []
for (const [engine, place] of Object.entries(places)) {
  const found = await measured(await place('captains'))
  rows.push(...found.map((row) => [engine, ...row]))
}
report('captains', { head: ['engine', '', 'with', 'without', 'ratio'], rows })
await end()

async function measured(where: Place): Promise<string[][]> {
  const names = ['--first-name', 'Robin', '--last-name', 'Test', '--email', 'b@example.edu']
  await runCommand(['add-user', boss.netID, ...names, '--super-user'], where, boss.password)
  await runCommand(['import-roster', writeDemoRoster(folder)], where)
  const server = await startServer({
    ...where,
    NODE_ENV: 'production',
    RATE_LIMIT_FACTOR: '1000',
  })
  const token = await signInTo(server, boss)
  const client = clientOf(server.url, async () => token)
  await client.call('saveSeason', rulesAYearLater(defaultRules))
  const tents = await client.call('listTents')
  const people = new Map<string, string[]>()
  for (const { id } of tents.slice(0, captains)) {
    const params = { tentId: id }
    const { people: members } = await client.call('getShifts', undefined, { params })
    people.set(
      id,
      members.map((member) => member.id),
    )
    for (const member of members) await answerFor(client.call, id, member.id)
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
      const made = await plan(client.call, id, members, ending.signal)
      plans += made
    })
    // All of them have begun.
    await delay(captains * 1000)
    took.beside.push(await marksForAWhile())
    ending.abort()
    await Promise.all(planning)
  }
  await server.kill('SIGTERM')
  return [...marksBeside(took.beside, took.alone), ['plans made meanwhile', String(plans), '0', '']]
}

/** Plans until it is told to end; how many plans were made. */
async function plan(
  call: Client['call'],
  tentId: string,
  members: readonly string[],
  ending: AbortSignal,
): Promise<number> {
  const params = { tentId }
  let plans = 0
  while (!ending.aborted) {
    await answerFor(call, tentId, members[plans % members.length] ?? '')
    await call('planShifts', { ...planned, keep: false }, { params })
    const { draft } = await call('getShifts', undefined, { params, query: planned })
    if (draft === null) throw new Error('There is no plan')
    plans += 1
    for (let second = 0; second < watched && !ending.aborted; ) {
      const { job } = await call('getDraftProgress', undefined, { params })
      const everySeconds = job?.state === 'waitsForCheck' ? watched : 1
      await delay(everySeconds * 1000)
      second += everySeconds
    }
  }
  // No search goes on beside the marks that are to be alone.
  await call('stopPlanning', undefined, { params })
  return plans
}

/** Free by half days, as chance has it. */
async function answerFor(call: Client['call'], tentId: string, memberId: string): Promise<void> {
  const halfDay = 24
  const week = Array.from({ length: slotsOfWeek / halfDay }, () =>
    (random() < 0.65 ? '1' : '0').repeat(halfDay),
  ).join('')
  await call('saveAvailability', { week, exceptions: [] }, { params: { tentId, memberId } })
}
