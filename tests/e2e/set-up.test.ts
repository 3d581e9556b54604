import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeCsv } from '../../src/server/csv.ts'
import { columnNames, writtenFields } from '../../src/shared/tents/roster-columns.ts'
import { post } from '../support/calls.ts'
import { closePages, laptop, openPage, sharedChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { ownPlace } from '../support/own-place.ts'
import { makePdf } from '../support/pdf.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const forReal = { NODE_ENV: 'production', PORT: String(await freePort()) }
const password = 'brings-the-tents-in'
let place: Awaited<ReturnType<typeof ownPlace>>
let server: ServerProcess
let browser: Browser

beforeAll(async () => {
  place = await ownPlace()
  server = await startServer({ ...place.env, ...forReal })
  browser = await sharedChromium()
})
afterAll(async () => {
  await closePages()
  await server?.kill('SIGTERM')
  place.remove()
})

type Column = (typeof writtenFields)[number]
type Row = Record<Column, string>

const firstNames = 'Ada Bo Cy Di Eve Flo Gus Hal Ida Jo Kay Lou'.split(' ')
const letterOf = (place: number) => String.fromCharCode(65 + (place % 26))

/** 130 tents of twelve in which nothing is wrong. */
const season: readonly Row[] = Array.from({ length: 130 }, (_, tent) => {
  const surname = `${letterOf(tent)}${letterOf(Math.floor(tent / 26)).toLowerCase()}son`
  const members = firstNames.map((name) => `${name} ${surname}`)
  return {
    order: `${tent + 1}`,
    name: `The ${surname}s`,
    type: ['Black', 'Blue', 'White'][tent % 3] ?? '',
    captain: `ab${tent}x0`,
    captainName: members[0] ?? '',
    members: members.join(', '),
    netIDs: members.map((_name, place) => `ab${tent}x${place}`).join(', '),
    dayNumber: '',
    nightNumber: '',
  }
})

/** What is planted into one tent each; the column that has to be named, by itself where it is not the row. */
const faults: readonly [column: Column, wrong: (right: Row) => string][] = [
  ['dayNumber', () => 'two'],
  ['dayNumber', () => '1.5'],
  ['nightNumber', () => '-1'],
  ['nightNumber', () => '99999999999'],
  ['name', ({ name }) => `${name}\u202e`],
  ['captainName', ({ captainName }) => captainName.replace(' ', '\u2028')],
  ['order', ({ order }) => `${order}\u0007`],
  ['members', ({ members }) => members.replace('a', '\ufffd')],
  ['order', () => ''],
  ['order', () => '1'],
  ['name', () => ''],
  ['name', ({ name }) => `=${name}`],
  ['type', () => 'Balck'],
  ['captain', () => 'nobody7'],
  ['captainName', () => 'Somebody Else'],
  ['members', ({ members }) => members.replace(/^Ada (\w+), Bo/, 'Ada $1, Ada')],
  ['netIDs', ({ netIDs }) => netIDs.replace(/, \w+$/, '')],
  ['netIDs', ({ netIDs }) => netIDs.replace('x11', '.11')],
]
/** The first line has the names of the columns. */
const lineOf = (tent: number) => tent + 2
const placeOf = (fault: number) => 3 + fault * 6

/** The season with these faults, and with two rows that are too long and too short. */
function faultyRoster(): string {
  const rows = season.map((row) => ({ ...row }))
  for (const [fault, [column, wrong]] of faults.entries()) {
    const row = rows[placeOf(fault)]
    if (row) row[column] = wrong(row)
  }
  const lines = csvOf(rows).split('\r\n')
  lines[lineOf(120) - 1] = (lines[lineOf(120) - 1] ?? '').replaceAll('"', '')
  lines[lineOf(125) - 1] = (lines[lineOf(125) - 1] ?? '').replace(/,+$/, '')
  return lines.join('\r\n')
}

function csvOf(rows: readonly Row[]): string {
  const body = rows.map((row) => writtenFields.map((field) => row[field]))
  return writeCsv([writtenFields.map((field) => columnNames[field]), ...body])
}

const isPointedOut = [
  ...faults.map(([column], fault) => `Line ${lineOf(placeOf(fault))}, ${columnNames[column]}:`),
  ...[120, 125].map((tent) => `Line ${lineOf(tent)}, row:`),
]

const fileOf = (name: string, mimeType: string, bytes: Uint8Array | string) => ({
  name,
  mimeType,
  buffer: Buffer.from(bytes),
})

/** A hand that counts what it does. */
function handOn(page: Page) {
  const did = { clicks: 0, fields: 0 }
  return {
    did,
    async click(what: Locator) {
      did.clicks += 1
      await what.click()
    },
    async press(button: string, within: Page | Locator = page) {
      await this.click(within.getByRole('button', { name: button, exact: true }))
    },
    async follow(link: string | RegExp) {
      await this.click(page.getByRole('link', { name: link }).first())
    },
    async type(label: string, text: string, within: Page | Locator = page) {
      did.fields += 1
      const field = page.locator('input, textarea')
      await within.getByLabel(label, { exact: true }).and(field).fill(text)
    },
    async choose(label: string | RegExp, file: ReturnType<typeof fileOf>) {
      did.clicks += 2
      await page.getByLabel(label).setInputFiles(file)
    },
  }
}

async function register(netID: string): Promise<void> {
  const person = { firstName: 'Mo', lastName: 'Monitor', email: `${netID}@example.edu` }
  const answer = await post(server, '', 'profile/register', { netID, password, ...person })
  expect(answer.status).toBe(200)
}

it('a season is set up from nothing by its list, with the screen alone to go by', {
  timeout: 180_000,
}, async () => {
  const page = await openPage(browser, laptop)
  const hand = handOn(page)
  const steps = page.getByRole('region', { name: 'Set up your season' })
  const areDone = (count: number) => steps.getByText(`${count} of 9`).waitFor()

  // The link that the start printed.
  const link = () => server.lines.join('\n').match(/\S+#setup=\S+/)?.[0]
  await expect.poll(link).toBeDefined()
  await page.goto(link() ?? '')
  await page.getByRole('heading', { name: 'Register' }).waitFor()
  await hand.type('NetID', 'boss')
  await hand.type('First name', 'Harper')
  await hand.type('Last name', 'Quinn')
  await hand.type('Email', 'boss@example.edu')
  await hand.type('Password', password)
  await hand.type('Confirm password', password)
  await hand.press('Register')
  await page.getByRole('heading', { name: 'Login' }).waitFor()
  await hand.type('Password', password)
  await hand.press('Login')
  await areDone(0)

  // Whoever runs the server sets what the first two hints name.
  await steps.getByText('Set PUBLIC_URL where the server runs').waitFor()
  const { url } = server
  await server.kill('SIGTERM')
  const settings = { PUBLIC_URL: url, CONFIRM_NETIDS: 'approval' }
  server = await startServer({ ...place.env, ...forReal, ...settings })
  await page.reload()
  await areDone(2)

  await hand.follow('Bring the tents in')
  await hand.follow('Import a CSV file')
  await hand.choose(/^Import a roster/, fileOf('roster.csv', 'text/csv', faultyRoster()))
  await hand.press('See what it would change')
  const wrong = page.getByRole('region', { name: /^(To be corrected|Looks wrong)$/ })
  await wrong.nth(1).waitFor()
  const said = await wrong.getByRole('listitem').locator('b').allTextContents()
  expect(isPointedOut.filter((place) => !said.includes(place))).toEqual([])
  await hand.choose(/^Import a roster/, fileOf('roster.csv', 'text/csv', csvOf(season)))
  await hand.press('See what it would change')
  await page.getByText('It would add 130, change 0 and retire 0').waitFor()
  expect(await wrong.count()).toBe(0)
  await hand.press('Import this roster')
  await page.getByText('The roster is imported.').waitFor()

  await hand.follow('Save the rules of the season')
  const rules = page.getByRole('region', { name: 'Rules and grace', exact: true })
  await hand.click(rules.getByText('Change the rules'))
  await hand.press('The same rules a year later', rules)
  await hand.press('Save rules', rules)
  await rules.getByText('The rules are saved. They are version 1.').waitFor()

  for (const [step, label, button] of [
    ['Upload the policy', /^Policy/, 'Upload policy'],
    ['Upload the calendar', /^Calendar/, 'Upload calendar'],
  ] as const) {
    await hand.follow(step)
    await hand.choose(label, fileOf('a.pdf', 'application/pdf', makePdf({ pages: 1 })))
    await hand.press(button)
    await page.getByText('File uploaded successfully.').waitFor()
  }

  await hand.follow('Add the sign-up link')
  await hand.type('Sign-up link', 'https://example.edu/tents')
  await hand.press('Save link')
  await page.getByText('Tent link updated successfully.').waitFor()

  // They come by themselves, while the dashboard is open.
  await register('mo1')
  await register('mo2')
  await hand.follow('Choose the line monitors')
  await hand.click(page.getByText('Many at once', { exact: true }))
  await hand.type('Who', 'mo1, mo2')
  await hand.press('Do this for all of them…')
  await hand.press('Do it', page.getByRole('dialog'))
  await page.getByText('Give the line monitor role: done for 2.').waitFor()

  await hand.follow('Try a tent check')
  await hand.press('Start Check')
  await hand.press('Cancel Check')
  await hand.press('Cancel the check', page.getByRole('dialog'))
  await page.getByRole('button', { name: 'Start Check' }).waitFor()
  await hand.follow('LM Dashboard')
  await page.getByRole('heading', { name: 'Tonight' }).waitFor()
  await steps.waitFor({ state: 'detached' })

  expect(hand.did).toEqual({ clicks: 34, fields: 9 })
  await page.context().close()
})
