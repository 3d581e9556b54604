import type { Tent } from '../src/shared/tents/contract.ts'
import { get, post, signInTo } from '../tests/support/calls.ts'
import { phone, withWorker } from '../tests/support/chromium.ts'
import { startDemoServer } from '../tests/support/demo-server.ts'
import { closeBrowser, feelings, openSlowPage, slowServiceWorkers } from './browser.ts'
import { median, report, rounds } from './figures.ts'
import { startFloor } from './processes.ts'

/**
 * A phone on slow 4G and four times slower than this machine, that has never been here or comes
 * again: when its largest thing stands there, when the page is of use, and what came over the line.
 * The floors are pages of React alone: one heading, and as many things to tap as a check has.
 */
const cpu = 4

type Visit = { lcpMs: number; usefulMs: number; bytes: number; requests: number }

const server = await startDemoServer({ RATE_LIMIT_FACTOR: '1000' })
const floor = await startFloor('react-pages')
const token = await signInTo(server, server.account('line monitor'))
const tents = await get<Tent[]>(server, token, 'tent-checks')
await post(server, token, 'start-check', { tents, numCheckers: 3 })

const places = {
  'React alone': { url: `${floor.url}/react-heading`, useful: 'h1' },
  'React alone, 130 tents': { url: `${floor.url}/react-list`, useful: 'li' },
  '/': { url: server.url, useful: 'dd:text-is("130")' },
  '/tent-check, signed in': { url: `${server.url}/tent-check`, useful: 'article' },
  '/tent-check, again': { url: `${server.url}/tent-check`, useful: 'article', isAgain: true },
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
await server.close()

type Place = { url: string; useful: string; isAgain?: boolean }

async function visit({ url, useful, isAgain = false }: Place): Promise<Visit> {
  const options = isAgain ? { ...phone, ...withWorker } : phone
  const { page, cdp } = await openSlowPage({ cpu, slow4g: true }, options)
  if (url.endsWith('/tent-check')) {
    await page.addInitScript((given) => localStorage.setItem('token', given), token)
  }
  if (isAgain) {
    await page.goto(url)
    await page.locator(useful).first().waitFor()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))
    await page.waitForLoadState('networkidle')
    await slowServiceWorkers()
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
