import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPage, phone, signIn, withWorker } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { startFaultyProxy } from '../support/faulty-proxy.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'
import { cards, markTent, savedLine, waitingLine } from '../support/tent-check-page.ts'

let desk: Desk
const demo = demoForAll(async (server) => {
  desk = await openDesk(server)
})
beforeEach(() => desk.cancelCheck())

/** After a reload Chromium may say that it is online, though nothing gets through. */
const unsent = (page: Page, count: number) =>
  page.getByText(new RegExp(`^(Offline|Reconnecting) · ${count}$`)).waitFor()

/** Under which keys the phone keeps something of a check. */
async function keptOfCheck(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => Object.keys(localStorage))
  return keys.filter((key) => /^tent-city\.(check|work|mark)/.test(key))
}

describe('without a network', { timeout: 120_000 }, () => {
  it('the tent check opens on what the phone last knew, whatever the builds before left there; what is done there is sent later; a gateway’s answer is shown only where there is no screen', async () => {
    await desk.startCheck(12)
    const network = await startFaultyProxy(demo.server.url)
    const page = await openPage(demo.browser, { ...phone, ...withWorker })
    // No screen: nothing is kept yet.
    await page.goto(`${network.url}/robots.txt`)
    await page.evaluate(async () => {
      const cache = await caches.open('tent-city 000000000000')
      await cache.put('/app.html', new Response('<h1>The build before</h1>'))
    })
    await signIn(page, network.url, demo.server.account('line monitor'), '/tent-check')
    await page.getByText('12 of 12 left').waitFor()
    // The frame is kept once the service worker has taken the page over.
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))

    await page.context().setOffline(true)
    await page.reload()
    await page.getByText('12 of 12 left').waitFor()
    expect(await page.evaluate(() => caches.keys())).toContain('tent-city 000000000000')
    await markTent(cards(page).first(), 'Miss')
    await unsent(page, 1)
    await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
    await page.locator('#names-A').getByRole('button').first().click()
    await page.reload()
    // The mark and the name.
    await unsent(page, 2)
    const excluded = page.getByRole('region', { name: 'Excluded' }).getByRole('button')
    await excluded.waitFor()
    await page.getByRole('tab', { name: 'Page 1' }).click()
    await waitingLine(page).waitFor()

    await page.context().setOffline(false)
    await page.getByText('11 of 12 left').waitFor()
    await savedLine(page).waitFor()
    await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
    // Only the server says who excluded somebody.
    await excluded.getByText(/ by .+/).waitFor()

    // A gateway answers for a server that restarts; what is no screen is shown as it is.
    network.become({ kind: 'restarts' })
    await page.goto(`${network.url}/history`)
    await page.getByRole('heading', { name: 'History' }).first().waitFor()
    await page.goto(`${network.url}/readyz`)
    await page.getByText('503 Service Unavailable').waitFor()

    // Without a frame there is nothing better to show.
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name)
    })
    await page.goto(`${network.url}/history`)
    await page.getByText('503 Service Unavailable').waitFor()
    await page.context().close()
    await network.close()
  })

  it('marks that wait are sent from any screen, and only as the person who made them', async () => {
    await desk.startCheck(12)
    const page = await openPage(demo.browser)
    await signIn(page, demo.server.url, demo.server.account('line monitor'), '/tent-check')
    await page.getByText('12 of 12 left').waitFor()
    await page.route('**/api/tent-checks/update', (route) => route.abort())
    await markTent(cards(page).first(), 'Make')
    await page.getByText('Sending 1').waitFor()
    await page.goto(`${demo.server.url}/profile`)
    const link = page.getByRole('link', { name: '1 mark waits' })
    await link.waitFor()
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect((await keptOfCheck(page)).join()).toContain('tent-city.check.')

    // Another monitor signs in on this phone: the mark is not theirs.
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    // What the check showed of people does not stay on the phone; the mark does.
    const onlyTheMark = [expect.stringMatching(/^tent-city\.mark\./)]
    await expect.poll(() => keptOfCheck(page)).toEqual(onlyTheMark)
    // What the page of before still had under way goes with it.
    await page.reload()
    const sent: string[] = []
    await page.unroute('**/api/tent-checks/update')
    page.on('request', (request) => {
      if (request.url().endsWith('/update')) sent.push(request.url())
    })
    await signIn(page, demo.server.url, demo.server.account('super user'), '/tent-check')
    await page.getByText('12 of 12 left').waitFor()
    expect(sent).toEqual([])

    await page.goto(`${demo.server.url}/login`)
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await signIn(page, demo.server.url, demo.server.account('line monitor'))
    await expect.poll(async () => (await desk.marked()).size).toBe(1)
    await page.context().close()
  })
})

describe('the frame that a phone has kept', { timeout: 120_000 }, () => {
  it('is not kept in part, which would take the place of a build that open pages still need', async () => {
    let refused = 0
    const server = createServer(async ({ url }, response) => {
      const isFrame = url === '/app.html'
      if (isFrame) refused += 1
      const answer = isFrame
        ? new Response('', { status: 503 })
        : await fetch(demo.server.url + url)
      response.writeHead(answer.status, {
        'content-type': answer.headers.get('content-type') ?? '',
      })
      response.end(Buffer.from(await answer.arrayBuffer()))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const page = await openPage(demo.browser, { ...phone, ...withWorker })
    await page.goto(`http://127.0.0.1:${port}/history`)
    await expect.poll(() => refused).toBe(1)
    const isFailed = async () => (await navigator.serviceWorker.getRegistration()) === undefined
    await expect.poll(() => page.evaluate(isFailed)).toBe(true)
    expect(await page.evaluate(() => caches.keys())).toEqual([])
    await page.context().close()
    server.close()
    server.closeAllConnections()
  })
})
