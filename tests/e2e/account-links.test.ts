import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type MailStandIn, startMailServer } from '../../stand-ins/smtp.ts'
import { get, signInTo } from '../support/calls.ts'
import { closePages, openPage, phone, sharedChromium } from '../support/chromium.ts'
import { startDemo } from '../support/demo.ts'
import type { DemoServer } from '../support/demo-server.ts'
import { freePort } from '../support/free-port.ts'

const password = 'gloves at 2 am'
let mail: MailStandIn
let server: DemoServer
let browser: Browser
/** Of the first tent of the demo season; the first of them has an account. */
let netIDs: string[]

beforeAll(async () => {
  mail = await startMailServer()
  const port = `${await freePort()}`
  server = await startDemo({
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    SMTP_URL: mail.url,
    CONFIRM_NETIDS: 'mail',
    CAMPUS_MAIL_DOMAIN: 'campus.example.edu',
  })
  browser = await sharedChromium()
  const token = await signInTo(server, server.account('super user'))
  const [first] = await get<{ netIDs: string }[]>(server, token, 'tent-checks')
  netIDs = first?.netIDs.split(', ') ?? []
})
afterAll(async () => {
  await closePages()
  await server?.close()
  await mail?.close()
})

/** The link in the newest mail to somebody's campus address. */
async function mailedLink(netID: string): Promise<string> {
  const theirs = () => mail.caught.filter(({ to }) => to === `${netID}@campus.example.edu`)
  await expect.poll(() => theirs().length, { timeout: 20_000 }).toBeGreaterThan(0)
  return /http\S+/.exec(theirs().at(-1)?.text ?? '')?.[0] ?? ''
}

it('on a phone somebody registers, is not confirmed, opens the mailed link and sees their tent', async () => {
  const page = await openPage(browser, phone)
  const netID = netIDs[1] ?? ''
  await page.goto(`${server.url}/login`)
  await page.getByRole('button', { name: 'Register here' }).tap()
  // A page that just woke repeats the tap: until then NetID is that of the login.
  await page.getByRole('heading', { name: 'Register' }).waitFor()
  const fields = {
    NetID: netID,
    'First name': 'Ann',
    'Last name': 'Lee',
    Email: `${netID}@example.edu`,
    Password: password,
    'Confirm password': password,
  }
  for (const [label, value] of Object.entries(fields)) {
    await page.getByLabel(label, { exact: true }).fill(value)
  }
  await page.getByRole('button', { name: 'Register', exact: true }).tap()
  await page.getByText('Registration successful! Please log in.').waitFor()
  // The netID is filled in; only the password is typed.
  expect(await page.getByLabel('NetID').inputValue()).toBe(netID)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).tap()
  await page.getByRole('heading', { name: 'Your netID is not confirmed yet' }).waitFor()
  expect(await page.getByText('Matched by NetID').count()).toBe(0)
  await page.getByRole('button', { name: 'Mail me the link' }).tap()
  await page.getByText('A link is on its way to your campus address.').waitFor()
  await page.goto(await mailedLink(netID))
  await page.getByRole('button', { name: `Confirm that ${netID} is mine` }).tap()
  await page.getByRole('link', { name: 'See your tent' }).tap()
  await page.getByText('Matched by NetID').waitFor()
  await page.context().close()
}, 180_000)
