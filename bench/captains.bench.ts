import { setTimeout as delay } from 'node:timers/promises'
import { randomOf } from '../src/server/random.ts'
import { defaultRules } from '../src/shared/season/default-rules.ts'
import { rulesAYearLater } from '../src/shared/season/rules.ts'
import { slotsOfWeek, type TentShifts } from '../src/shared/shifts/tent-shifts.ts'
import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { runCommand } from '../tests/support/command.ts'
import { writeDemoRoster } from '../tests/support/demo-roster.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
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
  const calls = callsTo(server, await signInTo(server, boss))
  await calls.send('season', rulesAYearLater(defaultRules), 'PUT')
  const tents = await calls.read<Tent[]>('tent-checks')
  const people = new Map<string, string[]>()
  for (const { id } of tents.slice(0, captains)) {
    const { people: members } = await calls.read<TentShifts>(`tents/${id}/shifts`)
    people.set(
      id,
      members.map((member) => member.id),
    )
    for (const member of members) await answerFor(calls, id, member.id)
  }
  const marks = () => timedCheck(server, calls.token, tents, { phones: 5, misses: 13 })
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
      const made = await plan(calls, id, members, ending.signal)
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

type Calls = ReturnType<typeof callsTo>

function callsTo(server: ServerProcess, token: string) {
  return {
    token,
    read: <T>(path: string) => get<T>(server, token, path),
    async send(path: string, body: object, method = 'POST'): Promise<void> {
      const answer = await post(server, token, path, body, method)
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    },
  }
}

/** Plans until it is told to end; how many plans were made. */
async function plan(
  calls: Calls,
  id: string,
  members: readonly string[],
  ending: AbortSignal,
): Promise<number> {
  let plans = 0
  while (!ending.aborted) {
    await answerFor(calls, id, members[plans % members.length] ?? '')
    await calls.send(`tents/${id}/shifts/draft`, { ...planned, keep: false })
    const days = new URLSearchParams({ from: planned.from, days: String(planned.days) })
    const { draft } = await calls.read<TentShifts>(`tents/${id}/shifts?${days}`)
    if (draft === null) throw new Error('There is no plan')
    plans += 1
    for (let second = 0; second < watched && !ending.aborted; second += 1) {
      await delay(1000)
      await calls.read(`tents/${id}/shifts/draft/progress`)
    }
  }
  // No search goes on beside the marks that are to be alone.
  await calls.send(`tents/${id}/shifts/draft/stop`, {})
  return plans
}

/** Free by half days, as chance has it. */
function answerFor(calls: Calls, id: string, member: string): Promise<void> {
  const halfDay = 24
  const week = Array.from({ length: slotsOfWeek / halfDay }, () =>
    (random() < 0.65 ? '1' : '0').repeat(halfDay),
  ).join('')
  const path = `tents/${id}/shifts/people/${member}/availability`
  return calls.send(path, { week, exceptions: [] }, 'PUT')
}
