import type { Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { community } from '../../src/shared/community.ts'
import { laptop, openPage, phone } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'

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
