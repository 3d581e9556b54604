import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { assetsOf } from '../scripts/page-assets.js'
import { startServer } from '../tests/support/server-process.ts'
import { median, report, rounds } from './figures.ts'
import { capture, load, startReplay } from './http.ts'

/** The first page and what it loads, beside bare node:http that sends the same bytes. */
const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const headers = { 'accept-encoding': 'br' }
const amount = 6000
/** With fewer bytes than these the page no longer names its scripts as is known here. */
const bytesAtLeast = 50_000

const server = await startServer({ DATA_DIR: folder })
const html = await (await fetch(server.url)).text()
const assets = assetsOf(html)
const named: Record<string, string[]> = {
  '/': ['/'],
  'its scripts and styles': assets,
  'all in turn': ['/', ...assets],
}

const rows: string[][] = []
for (const [name, paths] of Object.entries(named)) {
  const captured = await Promise.all(
    paths.map(async (path) => [path, await capture(server.url + path, headers)] as const),
  )
  const bytes = captured.reduce((sum, [, { body }]) => sum + Buffer.from(body, 'base64').length, 0)
  if (paths === assets && bytes < bytesAtLeast) {
    await end()
    throw new Error(`The scripts and styles of / have only ${bytes} bytes: some were not found`)
  }
  const floor = await startReplay(Object.fromEntries(captured))
  const asking = { paths, headers, status: 200, amount }
  const ours: number[] = []
  const bare: number[] = []
  for (const target of [server, floor]) await load(target, { ...asking, amount: 3000 })
  for (let round = 0; round < rounds; round += 1) {
    ours.push((await load(server, asking)).perSecond)
    bare.push((await load(floor, asking)).perSecond)
  }
  await floor.stop()
  const cells = [median(ours).toFixed(0), median(bare).toFixed(0)]
  rows.push([name, String(bytes), ...cells, (median(ours) / median(bare)).toFixed(2)])
}
await end()
report('pages', { head: ['what', 'bytes', 'server, 1/s', 'bare, 1/s', 'ratio'], rows })

async function end(): Promise<void> {
  await server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}
