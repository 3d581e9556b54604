import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { signInTo } from '../tests/support/calls.ts'
import { runCommand } from '../tests/support/command.ts'
import { makePdf } from '../tests/support/pdf.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { bothEngines } from './engines.ts'
import { report, rounds } from './figures.ts'
import { residentMb } from './processes.ts'

/** How long others wait for an answer while documents of 15 MB are uploaded, read and backed up. */
const { places, end } = await bothEngines()
const boss = { netID: 'boss1', password: 'gloves-at-2-am' }

/** The slowest answer of `/healthz`, asked without a pause while some work lasts, and how long that took; in ms. */
async function beside(
  url: string,
  work: () => Promise<unknown>,
): Promise<[worst: number, took: number]> {
  let worst = 0
  let isOver = false
  const beganAt = performance.now()
  const working = work().finally(() => {
    isOver = true
  })
  const took = working.then(() => performance.now() - beganAt)
  while (!isOver) {
    const askedAt = performance.now()
    await (await fetch(`${url}/healthz`)).text()
    worst = Math.max(worst, performance.now() - askedAt)
    await wait(1)
  }
  return [worst, await took]
}

/** Reads by a bare socket: an HTTP client would take processor time from this process. */
async function readWhole(address: string): Promise<void> {
  const { hostname, port, pathname, host } = new URL(address)
  const reader = connect(Number(port), hostname)
  reader.write(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`)
  reader.resume()
  await once(reader, 'close')
  if (reader.bytesRead < 15_700_000) throw new Error(`${reader.bytesRead} bytes came`)
}

const tenReaders = (address: string) => () =>
  Promise.all(Array.from({ length: 10 }, () => readWhole(address)))

/** By how much the server's memory grows by pages that ask and take nothing in, in MB. */
async function silentPages({ pid }: ServerProcess, address: URL): Promise<number> {
  const before = residentMb(pid)
  const pages = Array.from({ length: 80 }, () => connect(Number(address.port), address.hostname))
  for (const page of pages) {
    await once(page, 'connect')
    page.pause().write(`GET ${address.pathname} HTTP/1.1\r\nhost: ${address.host}\r\n\r\n`)
  }
  await wait(3000)
  const grown = residentMb(pid) - before
  for (const page of pages) page.destroy()
  return grown
}

const rows: string[][] = []
for (const [engine, place] of Object.entries(places)) {
  const where = await place('documents')
  const names = ['--first-name', 'Harper', '--last-name', 'B', '--email', 'b@example.edu']
  await runCommand(['add-user', boss.netID, ...names, '--super-user'], where, boss.password)
  const server = await startServer({ ...where, NODE_ENV: 'production' })
  const token = await signInTo(server, boss)
  const seen = new Map<string, [worst: number, took: number][]>()
  let grown = 0
  for (let round = 0; round < rounds; round += 1) {
    const measure = async (name: string, work: () => Promise<unknown>) => {
      seen.set(name, [...(seen.get(name) ?? []), await beside(server.url, work)])
    }
    await measure('nothing', () => wait(3000))
    let url = ''
    const form = new FormData()
    const bytes = makePdf({ pages: 20, paddingBytes: 15_700_000 + round })
    form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf')
    await measure('one upload', async () => {
      const method = 'POST'
      const headers = { authorization: `Bearer ${token}` }
      const answer = await fetch(`${server.url}/api/files/policy`, { method, body: form, headers })
      url = (await answer.json()).url
    })
    const address = `${server.url}${url}`
    await measure('ten readers, the first ones', tenReaders(address))
    await measure('ten readers', tenReaders(address))
    await measure('ten HEADs', () =>
      Promise.all(Array.from({ length: 10 }, () => fetch(address, { method: 'HEAD' }))),
    )
    await measure('a backup with it', async () => {
      const method = 'POST'
      const headers = { authorization: `Bearer ${token}` }
      await (await fetch(`${server.url}/api/backup`, { method, headers })).arrayBuffer()
    })
    grown = Math.max(grown, await silentPages(server, new URL(address)))
  }
  for (const [name, times] of seen) {
    const worst = Math.max(...times.map(([one]) => one))
    const took = Math.max(...times.map(([, one]) => one))
    rows.push([engine, name, worst.toFixed(0), took.toFixed(0), ''])
  }
  rows.push([engine, '80 pages that take nothing in', '', '', grown.toFixed(0)])
  await server.kill('SIGTERM')
}
report('documents', {
  head: ['engine', 'meanwhile', 'worst /healthz ms', 'it took ms', 'more memory MB'],
  rows,
})
await end()
