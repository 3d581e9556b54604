import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { openPage, phone, signIn, withWorker } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'
import { card, markTent, savedLine } from '../support/tent-check-page.ts'

let desk: Desk
const demo = demoForAll(async (server) => {
  desk = await openDesk(server)
})

const marks = '**/api/tent-checks/update'

let labels: string[] = []
beforeEach(async () => {
  await desk.cancelCheck()
  labels = await desk.startCheck(8)
})

/** A line monitor's browser with its first tab on the tent check. */
async function openTab(options = phone): Promise<Page> {
  const page = await openPage(demo.browser, options)
  await signIn(page, demo.server.url, demo.server.account('line monitor'), '/tent-check')
  await allLeft(page)
  return page
}

/** Another tab of the same browser, on the tent check as well. */
async function openOther(tab: Page): Promise<Page> {
  const other = await tab.context().newPage()
  await other.goto(`${demo.server.url}/tent-check`)
  await allLeft(other)
  return other
}

const allLeft = (page: Page) => page.getByText('8 of 8 left').waitFor()

const tapMiss = (page: Page, place = 0) => markTent(card(page, labels[place] ?? ''), 'Miss')

/** Nothing runs in the tab, and nothing reaches it, until it is woken. */
async function putToSleep(tab: Page): Promise<() => Promise<void>> {
  const debug = await tab.context().newCDPSession(tab)
  await debug.send('Debugger.enable')
  const isAsleep = new Promise((resolve) => debug.once('Debugger.paused', resolve))
  await debug.send('Debugger.pause')
  // The next thing that runs is where it falls asleep.
  const next = tab.evaluate(() => null)
  await isAsleep
  return async () => {
    await debug.send('Debugger.resume')
    await debug.send('Debugger.disable')
    await next
  }
}

const marksOnServer = async () => [...(await desk.marked()).keys()]

describe('two tabs of one monitor', { timeout: 120_000 }, () => {
  it('a tab that slept while its monitor signed out and in again sends what is tapped in it; what it could not send before it was closed, another one on any screen sends', async () => {
    const tab = await openTab()
    const other = await openOther(tab)
    const wake = await putToSleep(tab)
    await other.getByRole('button', { name: 'Menu' }).click()
    await other.getByRole('button', { name: 'Logout' }).click()
    await other.waitForURL('**/login')
    await signIn(other, demo.server.url, demo.server.account('line monitor'))
    await wake()
    await tapMiss(tab)
    await savedLine(tab).waitFor()
    expect(await marksOnServer()).toEqual(labels.slice(0, 1))

    // On /profile.
    await other.getByRole('banner').getByRole('button', { name: 'Menu' }).waitFor()
    await tab.route(marks, (route) => route.abort())
    // Written down at the tap; it may be closed while the mark still fades.
    await tapMiss(tab, 1)
    await tab.close()
    await expect.poll(marksOnServer).toEqual(labels.slice(0, 2))
    await other.context().close()
  })

  it('a mark that waits in one keeps the phone signed in, whatever the other one knows', async () => {
    const tab = await openTab({ ...phone, ...withWorker })
    await tab.evaluate(async () => void (await navigator.serviceWorker.ready))
    const other = await openOther(tab)
    await tab.context().route(marks, (route) => route.abort())
    await tapMiss(tab)
    await tab.getByText('Sending 1').waitFor()
    await tab.goto(`${demo.server.url}/profile`)
    await tab.getByRole('link', { name: '1 mark waits' }).waitFor()
    // The other tab learns that there is no check, and has no mark of its own.
    await desk.cancelCheck()
    await other.getByText('No check is in progress').waitFor()
    await tab.context().setOffline(true)
    await tab.reload()
    await tab.getByRole('banner').getByText('Offline').waitFor()
    await tab.getByRole('link', { name: '1 mark waits' }).waitFor()
    await tab.context().close()
  })

  it('a mark of the check before that is still on its way does not keep its tent from the next', async () => {
    const tab = await openTab()
    await tab.route(marks, async (route) => {
      const isLate = route.request().postData()?.includes('"misses"')
      await (isLate ? route.abort() : route.continue())
    })
    await tapMiss(tab)
    await tab.getByText('Sending 1').waitFor()
    await desk.cancelCheck()
    await desk.startCheck(8)
    await allLeft(tab)
    await markTent(card(tab, labels[0] ?? ''), 'Make')
    await expect.poll(() => desk.marked()).toEqual(new Map([[labels[0], 'make']]))
    await tab.unroute(marks)
    // What a phone's network says when it is back: nothing waits for the next try.
    await tab.evaluate(() => dispatchEvent(new Event('online')))
    await tab.getByText('Needs you: your Miss').waitFor()
    await tab.context().close()
  })
})
