import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { startServer } from '../tests/support/server-process.ts'
import { closeBrowser, feelings, openSlowPage } from './browser.ts'
import { median, report, rounds } from './figures.ts'
import { startFloor } from './processes.ts'

/**
 * A phone that has never been here, on slow 4G and four times slower than this machine: when its
 * largest thing stands there, when the page is of use, and what came over the line. The floor is a
 * page of React alone that shows one heading.
 */
const cpu = 4

type Visit = { lcpMs: number; usefulMs: number; bytes: number; requests: number }

const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))
const server = await startServer({ DATA_DIR: folder, RATE_LIMIT_FACTOR: '1000' })
const floor = await startFloor('react-pages')
const monitor = server.accounts.find(({ role }) => role === 'line monitor')
if (monitor === undefined) throw new Error('No line monitor was printed')
const token = await signInTo(server, monitor)
const tents = await get<Tent[]>(server, token, 'tent-checks')
await post(server, token, 'start-check', { tents, numCheckers: 3 })

const places = {
  'React alone': { url: `${floor.url}/react-heading`, useful: 'h1' },
  '/': { url: server.url, useful: 'dd:text-is("130")' },
  '/tent-check, signed in': { url: `${server.url}/tent-check`, useful: 'article' },
}
const visits = new Map(Object.keys(places).map((name): [string, Visit[]] => [name, []]))
for (let round = 0; round < rounds; round += 1) {
  for (const [name, place] of Object.entries(places)) visits.get(name)?.push(await visit(place))
}

const [alone = []] = visits.values()
const floorLcp = median(alone.map(({ lcpMs }) => lcpMs))
report('first-visit', {
  head: ['', 'LCP ms', 'LCP ÷ React alone', 'of use ms', 'bytes', 'answers'],
  rows: [...visits].map(([name, all]) => {
    const of = (field: keyof Visit) => median(all.map((one) => one[field]))
    return [
      name,
      of('lcpMs').toFixed(0),
      (of('lcpMs') / floorLcp).toFixed(2),
      of('usefulMs').toFixed(0),
      of('bytes').toFixed(0),
      of('requests').toFixed(0),
    ]
  }),
})

await closeBrowser()
await floor.stop()
await server.kill('SIGKILL')
rmSync(folder, { recursive: true, force: true })

async function visit({ url, useful }: { url: string; useful: string }): Promise<Visit> {
  const { page, cdp } = await openSlowPage({ cpu, slow4g: true })
  if (url.endsWith('/tent-check')) {
    await page.addInitScript((given) => localStorage.setItem('token', given), token)
  }
  let bytes = 0
  let requests = 0
  await cdp.send('Network.enable')
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests += 1
  })
  await page.goto(url)
  await page.locator(useful).first().waitFor()
  const usefulMs = await page.evaluate(() => performance.now())
  // The socket stays open, so that only requests can fall silent.
  await page.waitForLoadState('networkidle')
  const { lcpMs } = await feelings(page)
  await page.context().close()
  return { lcpMs, usefulMs, bytes, requests }
}
