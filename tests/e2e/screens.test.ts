import { randomUUID } from 'node:crypto'
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ListedCheck } from '../../src/shared/check-history/contract.ts'
import { community } from '../../src/shared/community.ts'
import { laptop, openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { hostileMarkdown } from '../support/hostile-markdown.ts'
import { openDesk } from '../support/marking-phone.ts'
import { cutOff, layOnPaper, notOn, papers, sheetsOf } from '../support/paper.ts'

const demo = demoForAll()

describe('the public screens', { timeout: 120_000 }, () => {
  it('loads what is of other sites only when it is scrolled to; a plain link stands there anyway', async () => {
    const page = await openPage(demo.browser, phone)
    const asked: string[] = []
    await page.route(/^https:/, (route) => {
      asked.push(new URL(route.request().url()).origin)
      return route.fulfill({ contentType: 'text/html', body: '<p>Embedded</p>' })
    })
    await page.goto(demo.server.url)
    await page.getByText('130', { exact: true }).waitFor()
    expect(asked).toEqual([])
    const embeds = [...community.profiles, community.playlist]
    for (const { name, url } of embeds) {
      const link = page.getByRole('link', { name })
      expect(await link.getAttribute('href')).toBe(url)
      await link.evaluate((element) => element.scrollIntoView({ block: 'center' }))
    }
    const origins = embeds.map(({ embedUrl }) => new URL(embedUrl).origin)
    await expect.poll(() => new Set(asked)).toEqual(new Set(origins))
    await page.context().close()
  })

  it('tells the tradition with its figures, also without scripts', async () => {
    const context = await demo.browser.newContext({ ...laptop, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${demo.server.url}/history`)
    const text = await page.getByRole('main').innerText()
    for (const figure of ['1,560', '130 tents', 'last 30', 'top 70', '1986']) {
      expect(text).toContain(figure)
    }
    await page.goto(demo.server.url)
    await page.getByRole('heading', { name: 'Welcome to K-Ville' }).waitFor()
    await page.getByRole('link', { name: 'History' }).click()
    await page.getByRole('heading', { name: 'History' }).waitFor()
    await context.close()
  })

  it('weigh at most 200 KB on the first visit to /, in 9 scripts and styles, all of it from our own origin', async () => {
    const page = await openPage(demo.browser, phone)
    let parts = 0
    const sizes: ReturnType<Request['sizes']>[] = []
    const origins = new Set<string>()
    page.on('request', (request) => {
      if (['script', 'stylesheet'].includes(request.resourceType())) parts += 1
    })
    page.on('requestfinished', (request) => {
      sizes.push(request.sizes())
      origins.add(new URL(request.url()).origin)
    })
    await page
      .context()
      .addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'))
    await page.goto(demo.server.url)
    // What the season says comes last.
    await page.locator('main strong').waitFor()
    await page.waitForLoadState('networkidle')
    const bytes = (await Promise.all(sizes)).reduce(
      (sum, { responseBodySize, responseHeadersSize }) =>
        sum + responseBodySize + responseHeadersSize,
      0,
    )
    expect([...origins]).toEqual([new URL(demo.server.url).origin])
    expect(parts).toBe(9)
    expect(bytes).toBeLessThan(200_000)
    await page.context().close()
  })
})

describe('the dashboard', { timeout: 120_000 }, () => {
  const path = '/line-monitor-dashboard'
  let page: Page

  beforeAll(async () => {
    page = await openPage(demo.browser, laptop)
    await signIn(page, demo.server.url, demo.server.account('super user'), path)
    await page.getByRole('heading', { name: 'LM Dashboard' }).waitFor()
  })

  it('asks for what stands far down once it nears the window', async () => {
    const tokens = page.getByRole('region', { name: 'For other programs', exact: true })
    await tokens.getByText('…').waitFor()
    const isAsked = async (address: string) =>
      await page.evaluate((name) => {
        return performance.getEntriesByType('resource').some((entry) => entry.name.endsWith(name))
      }, address)
    await expect.poll(() => isAsked('/api/tent-link')).toBe(true)
    expect(await isAsked('/api/script-tokens')).toBe(false)
    await tokens.scrollIntoViewIfNeeded()
    await tokens.getByText('No tokens').waitFor()
    expect(await isAsked('/api/script-tokens')).toBe(true)
  })

  it('gives the focus back to what asked, however a question is answered', async () => {
    await page.goto(`${demo.server.url}${path}#season-end`)
    const asks = page.getByRole('button', { name: 'Close the season…' })
    const answers = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Not yet' }).click(),
    ]
    for (const answer of answers) {
      await asks.click()
      await page.getByRole('dialog').waitFor()
      await answer()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect.poll(() => asks.evaluate((one) => one === document.activeElement)).toBe(true)
    }
  })

  it('takes what a super user writes: everyone reads it, and it does no harm whatever it is', async () => {
    await page.goto(`${demo.server.url}${path}#faq`)
    const faq = page.getByRole('region', { name: 'FAQ', exact: true })
    const written = ['# Who?', ...hostileMarkdown, 'Ask *us*.'].join('\n\n').replaceAll('\0', '')
    await faq.getByLabel('Text').fill(written)
    await faq.getByRole('button', { name: 'Preview' }).click()
    await faq.getByRole('heading', { name: 'Who?' }).waitFor()
    await faq.getByRole('button', { name: 'Save page' }).click()
    await faq.getByText('It is version 1').waitFor()

    const asked: string[] = []
    const visitor = await openPage(demo.browser, laptop)
    visitor.on('request', (request) => asked.push(new URL(request.url()).origin))
    await visitor.goto(`${demo.server.url}/history`)
    await visitor.getByRole('link', { name: 'FAQ' }).click()
    const main = visitor.getByRole('main')
    await main.getByRole('heading', { name: 'Who?' }).waitFor()
    await main.getByText('<script>alert(1)</script>').first().waitFor()
    const harmful = 'script, style, img, svg, math, iframe, form, input, base, meta, link, details'
    expect(await main.locator(`:is(${harmful})`).count()).toBe(0)
    const protocols = await main
      .getByRole('link')
      .evaluateAll((links: HTMLAnchorElement[]) => links.map(({ protocol }) => protocol))
    expect(protocols.length).toBeGreaterThan(0)
    expect(protocols.filter((one) => !/^(https?|mailto):$/.test(one))).toEqual([])
    expect([...new Set(asked)]).toEqual([new URL(demo.server.url).origin])
    await visitor.context().close()
  })

  it('marks the place in sight, the first one also where a panel stands above it', async () => {
    const current = () => page.locator('nav [aria-current=location]').textContent()
    const system = page.getByRole('navigation', { name: 'Sections' }).getByRole('link').last()
    expect((await system.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // The last place, which ends before the page can bring it to the top.
    await page.evaluate(() => {
      // Whatever is loaded meanwhile, the page is at its end.
      const end = () => scrollTo(0, document.documentElement.scrollHeight)
      new ResizeObserver(end).observe(document.body)
    })
    await expect.poll(current).toContain('System')
    await page.reload()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('heading', { name: 'Set up your season' }).waitFor()
    const goTo = (id: string) =>
      page.evaluate((place) => document.getElementById(place)?.scrollIntoView(), id)
    for (const [id, title] of [
      ['season', 'Season'],
      ['roster', 'Roster'],
      ['people', 'People'],
    ] as const) {
      // What stands above it and is loaded meanwhile pushes it down again.
      await expect.poll(() => goTo(id).then(current)).toContain(title)
    }
    await page.evaluate(() => scrollTo(0, 0))
    await expect.poll(current).toBe('Tonight')
  })
})

it('the figures of past checks are asked for once their place, below the list, nears the window', async () => {
  const page = await openPage(demo.browser, laptop)
  const checks: ListedCheck[] = Array.from({ length: 50 }, (_, place) => ({
    id: randomUUID(),
    startedAt: new Date(Date.UTC(2026, 0, 1, place)).toISOString(),
    startedBy: { netID: 'mk1', name: 'Mona Kim' },
    endedAt: new Date(Date.UTC(2026, 0, 1, place, 40)).toISOString(),
    ending: 'ended',
    ...{ tents: 1, makes: 1, misses: 0, unmarked: 0, late: 0, corrected: 0 },
    ...{ period: 'Blue', clock: 'night', inGrace: false },
  }))
  await page.route('**/api/checks', (route) => route.fulfill({ json: { checks, more: false } }))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await signIn(page, demo.server.url, demo.server.account('line monitor'), '/checks')
  const last = page.getByRole('region', { name: 'All checks' }).getByRole('link').nth(49)
  await last.waitFor()
  const figures = page.getByRole('region', { name: 'Fairness' })
  await figures.waitFor()
  // On paper there is nothing of what was never loaded.
  await layOnPaper(page, papers[0])
  await figures.waitFor({ state: 'hidden' })
  await page.emulateMedia({ media: null })
  await figures.waitFor()
  expect(asked).not.toContain('/api/checks/statistics')
  // Whoever comes by keyboard comes to what loads them.
  await last.focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => asked).toContain('/api/checks/statistics')
  await page.context().close()
}, 120_000)

it('all that happened in a check is on paper, A4 and Letter, whatever the screen shows of it', async () => {
  const desk = await openDesk(demo.server)
  await desk.startCheck(130)
  const { checkId, activeTents } = await desk.status()
  const ids = activeTents.map(({ id }) => id)
  await desk.ask('tent-checks/miss-rest', { ids, checkId, restId: randomUUID() })
  await desk.ask('end-check', {})
  const page = await openPage(demo.browser, laptop)
  await signIn(page, demo.server.url, demo.server.account('line monitor'), `/checks/${checkId}`)
  const lines = page.getByRole('region', { name: 'Tents' }).locator('ol > li:visible')
  const misses = page
    .getByRole('region', { name: 'How it went' })
    .locator('li:visible')
    .filter({ hasText: 'a Miss' })
  // The start is the first of 20.
  await expect.poll(() => misses.count()).toBe(19)
  for (const paper of papers) {
    await layOnPaper(page, paper)
    await expect.poll(() => misses.count()).toBe(130)
    const rows = await lines.allInnerTexts()
    expect(rows).toHaveLength(130)
    expect([paper.format, await cutOff(page)]).toEqual([paper.format, []])
    const sheets = await sheetsOf(page, paper)
    // Two columns of tents, then an event a line.
    expect(sheets.length).toBeLessThan(10)
    expect(sheets.filter((halves) => halves.join('') === '')).toEqual([])
    expect([paper.format, notOn(sheets, rows)]).toEqual([paper.format, []])
  }
  await page.context().close()
}, 120_000)
