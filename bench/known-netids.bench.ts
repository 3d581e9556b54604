import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeLink } from '../src/server/accounts/links/links.ts'
import { systemContext } from '../src/server/context.ts'
import { startMailServer } from '../stand-ins/smtp.ts'
import { post } from '../tests/support/calls.ts'
import { freePort } from '../tests/support/free-port.ts'
import { startServer } from '../tests/support/server-process.ts'
import { addTenters, tentsOfPeople } from '../tests/support/tenters.ts'
import { median, quantile, report } from './figures.ts'

/**
 * How long a stranger waits for an answer about a netID that has an account, beside one that has
 * none: medians of 100, asked in turns. Who sees a difference here could list the accounts.
 */
const boss = { netID: 'boss', password: 'gloves-at-2-am' }
const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const tents = tentsOfPeople(10, 10)
const people = tents.flatMap(({ netIDs }) => netIDs)
const goodLinks: string[] = []
const mails = await startMailServer()
const where = { DATA_DIR: join(folder, 'data') }
await addTenters(where, tents, boss, async (tx) => {
  for (const netID of people) {
    const wanted = { purpose: 'confirmNetID', netID, email: null } as const
    const { url } = await makeLink(systemContext, tx, '', wanted)
    goodLinks.push(url.split('#')[1] ?? '')
  }
})
const port = `${await freePort()}`
const server = await startServer({
  ...where,
  PORT: port,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SMTP_URL: mails.url,
  NODE_ENV: 'production',
  RATE_LIMIT_FACTOR: '1000',
})

type Asked = { path: string; body: object }
const asked: Record<
  string,
  { known: (place: number) => Asked; unknown: (place: number) => Asked }
> = {
  'forgotten password': {
    known: (place) => ({ path: 'forgot-password', body: { netID: people[place] } }),
    unknown: (place) => ({ path: 'forgot-password', body: { netID: `x${place}` } }),
  },
  'sign-in with a wrong password': {
    known: (place) => ({ path: 'login', body: { netID: people[place], password: 'a guess' } }),
    unknown: (place) => ({ path: 'login', body: { netID: `x${place}`, password: 'a guess' } }),
  },
  'confirming a netID without being signed in': {
    known: (place) => ({ path: 'confirm', body: { token: goodLinks[place] } }),
    unknown: () => ({ path: 'confirm', body: { token: systemContext.newToken() } }),
  },
}

async function answered({ path, body }: Asked): Promise<{ ms: number; words: string }> {
  const startedAt = performance.now()
  const answer = await post(server, '', `profile/${path}`, body)
  const words = `${answer.status} ${await answer.text()}`
  return { ms: performance.now() - startedAt, words }
}

const rows: string[][] = []
for (const [name, { known, unknown }] of Object.entries(asked)) {
  const took = { known: [] as number[], unknown: [] as number[] }
  const words = new Set<string>()
  for (const place of people.keys()) {
    // Who is first takes turns as well: the first of two may warm something up.
    const pair = [
      { ask: known(place), into: took.known },
      { ask: unknown(place), into: took.unknown },
    ]
    for (const { ask, into } of place % 2 === 0 ? pair : pair.toReversed()) {
      const answer = await answered(ask)
      into.push(answer.ms)
      words.add(answer.words)
    }
  }
  if (words.size !== 1) throw new Error(`${name} is answered in ${words.size} ways`)
  const figures = (ms: number[]) => `${median(ms).toFixed(1)} (${quantile(ms, 0.9).toFixed(1)})`
  const ratio = (median(took.known) / median(took.unknown)).toFixed(2)
  rows.push([name, figures(took.known), figures(took.unknown), ratio])
}
report('known-netids', {
  head: ['', 'known: p50 (p90) ms', 'unknown: p50 (p90) ms', 'ratio'],
  rows,
})

await server.kill('SIGTERM')
await mails.close()
rmSync(folder, { recursive: true, force: true })
