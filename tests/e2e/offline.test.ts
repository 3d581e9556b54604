import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { complaintsOf, openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'

const demo = demoForAll()

/** The frame is kept once the service worker has taken the page over. */
async function frameKept(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
}

describe('without a network', { timeout: 120_000 }, () => {
  it('the tent check opens on what the phone last knew; marks made there are sent later', async () => {
    const page = await openPage(demo.browser)
    await signIn(page, demo.server.url, demo.server.account('line monitor'))
    await page.goto(`${demo.server.url}/tent-check`)
    await page.getByRole('button', { name: 'Start Check' }).click()
    await page.getByText('130 of 130 left').waitFor()
    await frameKept(page)

    await page.context().setOffline(true)
    await page.reload()
    await page.getByText('130 of 130 left').waitFor()
    await page.getByRole('button', { name: 'Miss, tent' }).first().click()
    await page.getByText('Offline, 1 mark waiting').waitFor()
    await page.reload()
    await page.getByText('Offline, 1 mark waiting').waitFor()
    await page.getByText('Waiting to be sent:').waitFor()

    await page.context().setOffline(false)
    await page.getByText('129 of 130 left').waitFor()
    await page.getByText('Saved:').waitFor()
    expect(complaintsOf(page)).toEqual([])
  })

  it('marks that wait are sent from any screen, and only as the person who made them', async () => {
    const page = await openPage(demo.browser)
    await signIn(page, demo.server.url, demo.server.account('line monitor'))
    await page.goto(`${demo.server.url}/tent-check`)
    await page.getByText('129 of 130 left').waitFor()
    await page.route('**/api/tent-checks/update', (route) => route.abort())
    await page.getByRole('button', { name: 'Make, tent' }).first().click()
    await page.getByText('Live, sending 1 mark').waitFor()
    await page.goto(`${demo.server.url}/profile`)
    await page.getByRole('link', { name: '1 mark waits' }).waitFor()

    // Another monitor signs in on this phone: the mark is not theirs.
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.waitForURL('**/login')
    const sent: string[] = []
    await page.unroute('**/api/tent-checks/update')
    page.on('request', (request) => {
      if (request.url().endsWith('/update')) sent.push(request.url())
    })
    await signIn(page, demo.server.url, demo.server.account('super user'))
    await page.goto(`${demo.server.url}/tent-check`)
    await page.getByText('129 of 130 left').waitFor()
    expect(sent).toEqual([])

    await page.goto(`${demo.server.url}/login`)
    await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
    await signIn(page, demo.server.url, demo.server.account('line monitor'))
    await expect.poll(() => sent.length, { timeout: 15_000 }).toBe(1)
    await page.goto(`${demo.server.url}/tent-check`)
    await page.getByText('128 of 130 left').waitFor()
  })

  it('a phone with nothing to lose is signed out by a start that cannot be verified', async () => {
    const page = await openPage(demo.browser)
    await signIn(page, demo.server.url, demo.server.account('tenter'))
    await frameKept(page)
    await page.context().setOffline(true)
    await page.reload()
    await page.waitForURL('**/login')
    await page.context().setOffline(false)
    await page.context().close()
  })
})
