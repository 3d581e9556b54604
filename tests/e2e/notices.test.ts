import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultNoticeSettings } from '../../src/shared/notices/contract.ts'
import { type PushStandIn, startPushService } from '../../stand-ins/push.ts'
import { type MailStandIn, startMailServer } from '../../stand-ins/smtp.ts'
import { launchChromium, openPage, phone, signIn, withWorker } from '../support/chromium.ts'
import { startDemo } from '../support/demo.ts'
import type { DemoServer } from '../support/demo-server.ts'
import { freePort } from '../support/free-port.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'

let browser: Browser
let mails: MailStandIn
let service: PushStandIn
let server: DemoServer
let desk: Desk
/** Of one phone, whose worker fetches every screen once. */
let page: Page

beforeAll(async () => {
  // The headless shell shows no notifications.
  browser = await launchChromium()
  mails = await startMailServer()
  service = await startPushService()
  const port = `${await freePort()}`
  server = await startDemo({
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mails.url,
    NOTICE_DELAY_SECONDS: '0',
    PUSH_TEST_ORIGIN: service.origin,
  })
  desk = await openDesk(server)
  page = await openPage(browser, { ...phone, ...withWorker, permissions: ['notifications'] })
})
afterAll(async () => {
  await browser.close()
  await server.close()
  await Promise.all([mails.close(), service.close()])
})

/** From its next load on the browser subscribes at the stand-in: a real one asks its maker's service. */
const subscribeAs = (subscription: object) =>
  page.addInitScript((given) => {
    const subscribed = {
      endpoint: Reflect.get(given, 'endpoint'),
      options: { applicationServerKey: null },
      toJSON: () => given,
      unsubscribe: async () => true,
    }
    Object.assign(PushManager.prototype, {
      getSubscription: async () => null,
      subscribe: async () => subscribed,
    })
  }, subscription)

/** A check in which the first tent has a Miss; the demo's tenter is one of it. */
async function missed(): Promise<void> {
  const [own] = await desk.ask<{ id: string }[]>('tent-checks')
  await desk.startCheck(2)
  const { checkId } = await desk.status()
  await desk.ask('tent-checks/update', { id: own?.id, misses: 1, checkId })
  await desk.ask('end-check', {})
}

/** As the page itself does it, for whoever is signed in there. */
const send = (path: string, method: string, body: object) =>
  page.evaluate(
    async ({ path, method, body }) => {
      const headers = {
        authorization: `Bearer ${localStorage.getItem('token')}`,
        'content-type': 'application/json',
      }
      const answer = await fetch(`/api/${path}`, { method, headers, body: JSON.stringify(body) })
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    },
    { path, method, body },
  )

/** Whoever is signed in on the page takes pushes about grace, and some is declared. */
async function pushedGrace() {
  const other = service.browser('/other')
  await send('push-subscriptions', 'POST', other.subscription)
  await send('notices/settings', 'PUT', {
    ...defaultNoticeSettings,
    push: { ...defaultNoticeSettings.push, grace: true },
  })
  const until = new Date(Date.now() + 3_600_000).toISOString()
  await desk.ask('grace', { until, reason: 'Snow' })
  return other
}

it('a Miss is mailed and pushed, disputed, answered and mailed again; its mails are ended by their own button', async () => {
  const { netID } = server.account('tenter')
  const subscribed = service.browser('/phone')
  await subscribeAs(subscribed.subscription)
  await signIn(page, server.url, server.account('tenter'))
  const told = page.getByRole('region', { name: 'What you are told' })
  await told.getByRole('button', { name: 'Turn on here' }).click()
  await told.getByText('This device shows notifications.').waitFor()
  for (const name of ['Make or Miss of my tent', 'Answers to our disputes']) {
    const saved = page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/api/notices/settings') && answer.request().method() === 'PUT',
    )
    await Promise.all([saved, told.getByRole('switch', { name }).click()])
    await told.getByRole('switch', { name, checked: true }).waitFor()
  }

  await missed()
  const mailsToTenter = () => mails.caught.filter(({ to }) => to.startsWith(`${netID}@`))
  await expect.poll(() => mailsToTenter().length).toBe(1)
  const pushed = () => subscribed.taken().map(({ title }) => title.split(':')[0])
  await expect.poll(pushed).toEqual(['Miss'])

  const link = mailsToTenter()[0]?.text.match(/http:\S+\/profile/)?.[0] ?? ''
  await page.goto(link)
  const record = page.getByRole('region', { name: 'Checks of your tent' })
  await record.getByRole('button', { name: 'Dispute this Miss' }).click()
  await page.getByLabel('What happened?').fill('Two of us stood by the tent.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('It is sent.').waitFor()
  const { disputes } = await desk.ask<{ disputes: { id: string }[] }>('disputes')
  const answer = { outcome: 'vacated', text: 'The photo shows it.' }
  await desk.ask(`disputes/${disputes[0]?.id}/answer`, answer)
  await expect
    .poll(() => mailsToTenter().map(({ subject }) => subject.split(':')[0]))
    .toEqual([expect.stringContaining('A Miss for'), 'Corrected'])
  await expect.poll(() => pushed().length).toBe(3)

  const address = mailsToTenter()[0]?.headers.get('list-unsubscribe')?.slice(1, -1) ?? ''
  const pressed = await fetch(address, { method: 'POST', body: 'List-Unsubscribe=One-Click' })
  expect(pressed.status).toBe(200)
  await page.reload()
  await told.getByRole('switch', { name: /^A Miss of my tent/, checked: false }).waitFor()

  // The same phone, and somebody else: nothing of the first person arrives there any more.
  const shown = () =>
    page.evaluate(
      async () => (await (await navigator.serviceWorker.ready).getNotifications()).length,
    )
  await page.evaluate(async () =>
    (await navigator.serviceWorker.ready).showNotification('A Miss for tent 1'),
  )
  expect(await shown()).toBe(1)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/login')
  await expect.poll(shown).toBe(0)
  await signIn(page, server.url, server.account('line monitor'))
  const before = pushed().length
  await missed()
  // What is pushed later has come.
  const other = await pushedGrace()
  await expect.poll(() => other.taken().map(({ title }) => title)).toContain('Grace is declared')
  expect(pushed()).toHaveLength(before)
}, 240_000)

it('what is pushed is shown, and a tap opens it', async () => {
  await page.goto(server.url)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations
      if (first !== undefined) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  const words = { title: 'Miss: tent A', body: 'The check of Mon', url: '/profile' }
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map(({ title, body, tag }) => [
        title,
        body,
        tag,
      ])
    })
  let attempts = 0
  /**
   * Delivers a push until `found` is so, each time under a tag of its own, so that a late one is not
   * taken for another: Chromium drops what its tools deliver while the worker is only just
   * beginning, and may forget what it shows.
   */
  const push = (given: typeof words | string, found: () => Promise<boolean>) => {
    const delivered = async () => {
      attempts += 1
      const data =
        typeof given === 'string' ? given : JSON.stringify({ ...given, tag: `${attempts}` })
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin: server.url,
        registrationId,
        data,
      })
      return found()
    }
    return expect.poll(delivered, { interval: 500 }).toBe(true)
  }
  const isShown = (title: string, body: string) => async () =>
    (await shown()).some(([shownTitle, text]) => shownTitle === title && text === body)
  await push(words, isShown(words.title, words.body))
  await push('not JSON', isShown('Tent City', ''))

  // From its second load on the worker has the page.
  await page.reload()
  const [worker] = page.context().serviceWorkers()
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  const tap = (title: string) =>
    worker?.evaluate<string>(`(async () => {
      const shown = await registration.getNotifications()
      const notification = shown.find(({ title }) => title === '${title}')
      if (notification === undefined) return ''
      dispatchEvent(new NotificationEvent('notificationclick', { notification }))
      return notification.tag
    })()`)
  /** Returns the tag of what was tapped, which is done at once when it is there. */
  const pushAndTap = async (given: typeof words) => {
    let tapped: string | undefined
    await push(given, async () => {
      tapped = await tap(given.title)
      return tapped !== ''
    })
    return tapped
  }
  const tags = async () => (await shown()).map(([, , tag]) => tag)
  const here = { ...words, title: 'Here', url: new URL(page.url()).pathname }
  const first = await pushAndTap(here)
  await expect.poll(tags).not.toContain(first)
  const second = await pushAndTap({ ...words, title: 'Elsewhere' })
  // Run alone, this test has a visitor there, who is asked to sign in first.
  await page.waitForURL(/\/(profile|login)/)
  expect(loads).toHaveLength(1)
  await expect.poll(tags).not.toContain(second)
}, 120_000)
