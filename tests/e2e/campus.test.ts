import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CampusStandIn, startCampus } from '../../stand-ins/campus.ts'
import { post, signInTo } from '../support/calls.ts'
import { closePages, laptop, openPage, phone, sharedChromium, signIn } from '../support/chromium.ts'
import { startDemo } from '../support/demo.ts'
import type { DemoServer } from '../support/demo-server.ts'
import { freePort } from '../support/free-port.ts'

const ann = { sub: 'u-1', netid: 'al2', given_name: 'Ann', family_name: 'Lee' }
const owner = { sub: 'u-2', netid: 'ow7', given_name: 'Olga', family_name: 'Ward' }

let campus: CampusStandIn
let server: DemoServer
let browser: Browser

beforeAll(async () => {
  campus = await startCampus([ann, owner])
  const port = await freePort()
  server = await startDemo({
    ...campus.settings,
    OIDC_LABEL: 'Sign in with Duke',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  })
  browser = await sharedChromium()
})
afterAll(async () => {
  await closePages()
  await server?.close()
  await campus?.close()
})

const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
const greeted = (page: Page, name: string) =>
  page.getByRole('heading', { name: `Hi, ${name}` }).waitFor()

async function comeAs(page: Page, who: string, asked = '/login'): Promise<void> {
  await page.goto(server.url + asked)
  await page.getByRole('link', { name: 'Sign in with Duke' }).click()
  await page.getByRole('link', { name: who }).click()
}

/** An account that somebody made with this netID and a password. */
async function register(netID: string): Promise<void> {
  const answer = await post(server, '', 'profile/register', {
    netID,
    email: `${netID}@example.org`,
    firstName: 'Stranger',
    lastName: 'First',
    password: 'of a stranger',
  })
  expect(answer.status).toBe(200)
}

it('who has no account gets one, whose token leaves the address at once; then comes back to it, and to what was asked for', async () => {
  const page = await openPage(browser, phone)
  await comeAs(page, 'Ann Lee')
  await greeted(page, 'Ann')
  expect(await tokenIn(page)).toMatch(/^[\w-]{43}$/)
  await page.goBack()
  expect(page.url()).not.toContain('session=')
  await page.goto(`${server.url}/profile`)
  await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await comeAs(page, 'Ann Lee', '/shifts?week=2#plan')
  await page.waitForURL(`${server.url}/shifts?week=2#plan`)
  expect(await tokenIn(page)).toMatch(/^[\w-]{43}$/)
  await page.context().close()
}, 120_000)

it('a link with somebody else’s session in it signs nobody in', async () => {
  const link = `${server.url}/login#session=${await signInTo(server, server.account('tenter'))}`
  expect(link).toMatch(/=[\w-]{43}$/)
  const visitor = await openPage(browser, phone)
  await visitor.goto(link)
  await visitor.getByText('This link does not belong to this browser').waitFor()
  expect(await tokenIn(visitor)).toBeNull()
  expect(visitor.url()).toBe(`${server.url}/login`)
  expect(await visitor.context().cookies()).toEqual([])

  await signIn(visitor, server.url, server.account('line monitor'))
  const before = await tokenIn(visitor)
  await visitor.goto(link)
  await visitor.getByText('This link does not belong to this browser').waitFor()
  expect(await tokenIn(visitor)).toBe(before)
  await visitor.getByText('You are signed in as').waitFor()
  await visitor.context().close()
}, 120_000)

it('an owner whose netID a stranger registered says its password, or gets it from a super user', async () => {
  await register('ow7')
  const page = await openPage(browser, phone)
  await comeAs(page, 'Olga Ward')
  await page.getByRole('heading', { name: 'Is this account yours?' }).waitFor()
  expect(page.url()).toBe(`${server.url}/login`)
  await page.getByLabel('Password of that account').fill('not the right one')
  await page.getByRole('button', { name: 'This is my account' }).click()
  await page.getByText('The netID or the password is not right.').waitFor()

  const boss = await openPage(browser, laptop)
  await signIn(boss, server.url, server.account('super user'), '/line-monitor-dashboard#users')
  await boss.getByRole('button', { name: 'Hand over: Stranger First' }).click()
  await boss.getByRole('dialog').getByText('Olga Ward').waitFor()
  await boss.getByRole('button', { name: 'Hand it over' }).click()
  await boss.getByText('ow7 is handed over to Olga Ward.').waitFor()

  await comeAs(page, 'Olga Ward')
  await greeted(page, 'Olga')
  await Promise.all([page, boss].map((one) => one.context().close()))
}, 180_000)
