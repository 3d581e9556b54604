import type { Page } from 'playwright-core'
import { afterEach, describe, expect, it } from 'vitest'
import { screens } from '../../src/shared/screens.ts'
import { violationsOf } from '../support/axe.ts'
import { laptop, openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { type Role, uploadPdf } from '../support/demo-server.ts'
import { misfits } from '../support/fits.ts'
import { type Look, looks } from '../support/looks.ts'
import { type Desk, openDesk } from '../support/marking-phone.ts'
import { makePdf } from '../support/pdf.ts'
import { cards, head, members } from '../support/tent-check-page.ts'
import { times } from '../support/times.ts'

let desk: Desk
const demo = demoForAll(async (server) => {
  desk = await openDesk(server)
  await uploadPdf(server, 'policy', makePdf({ pages: 2 }))
})
afterEach(() => desk.cancelCheck())

/**
 * What is looked at beside the screens as they open. At those of the tent check axe looks in
 * tent-check-looks.test.ts.
 */
type Moment = Look & { name: string; isAxeElsewhere?: true }

const beforeTheCheck: Moment[] = [
  {
    name: 'the dashboard without a role',
    role: 'tenter',
    path: screens.dashboard.path,
    ready: (page) => page.getByText('No check is in progress.').waitFor(),
  },
  {
    name: 'register',
    role: null,
    path: screens.login.path,
    ready: (page) => page.getByRole('button', { name: 'Register here' }).click(),
  },
  {
    name: 'the idle tent check',
    isAxeElsewhere: true,
    role: 'line monitor',
    path: screens.tentCheck.path,
    ready: (page) => page.getByRole('button', { name: 'Start Check' }).waitFor(),
  },
  {
    name: 'the running tent check',
    isAxeElsewhere: true,
    role: 'line monitor',
    path: screens.tentCheck.path,
    async ready(page) {
      await desk.startCheck(9, 3)
      await page.getByRole('article').first().waitFor()
      await head(cards(page).first()).click()
      await members(cards(page).first()).first().click()
    },
  },
]

const duringTheCheck: Moment[] = [
  {
    name: 'the rules of the season, with one that is wrong',
    role: 'super user',
    path: `${screens.dashboard.path}#rules`,
    async ready(page) {
      await page.getByText('Change the rules').click()
      await page.getByRole('spinbutton', { name: 'By night' }).first().fill('101')
      await page.getByText('1 field is not right yet.').waitFor()
    },
  },
  {
    name: 'a tent check to look on',
    isAxeElsewhere: true,
    role: 'tenter',
    path: screens.tentCheck.path,
    ready: (page) => page.getByText('Tents that remain').waitFor(),
  },
  {
    name: 'the question before a cancel',
    role: 'line monitor',
    path: screens.tentCheck.path,
    async ready(page) {
      await page.getByRole('button', { name: 'Cancel Check' }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'the Duke Card Checker',
    isAxeElsewhere: true,
    role: 'line monitor',
    path: screens.tentCheck.path,
    async ready(page) {
      await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
      await page.getByRole('searchbox').fill('reyes')
      await page.getByRole('heading', { name: 'B', exact: true }).waitFor({ state: 'detached' })
    },
  },
]

const everyScreen = Object.entries(looks).map(([name, look]): Moment => ({ name, ...look }))

/** The short form has axe look at the phone; what only a laptop shows is how the screens fit it. */
const shortPairs = [
  ['phone', 'dark'],
  ['laptop', 'light'],
] as const
const allPairs = [...shortPairs, ['phone', 'light'], ['laptop', 'dark']] as const
const axeOn = times<readonly string[]>(['phone'], ['phone', 'laptop'])

describe('axe finds nothing, and every width has room for all', () => {
  it.each(
    times<readonly (readonly ['phone' | 'laptop', 'light' | 'dark'])[]>(shortPairs, allPairs),
  )(
    'on a %s in the %s',
    async (deviceName, colorScheme) => {
      const device = { phone, laptop }[deviceName]
      const pages = new Map<Role | null, Page>()
      for (const role of [null, 'tenter', 'line monitor', 'super user'] as const) {
        const page = await openPage(demo.browser, {
          ...device,
          colorScheme,
          reducedMotion: 'reduce',
        })
        // The screens come below.
        if (role !== null) {
          await signIn(page, demo.server.url, demo.server.account(role), '/robots.txt')
        }
        pages.set(role, page)
      }
      const wrong: string[] = []
      for (const moment of [...beforeTheCheck, ...everyScreen, ...duringTheCheck]) {
        const { name, role, path, ready, isAxeElsewhere } = moment
        const page = pages.get(role)
        if (page === undefined) throw new Error(`Nobody is a ${role}`)
        await page.goto(`${demo.server.url}${path}`)
        await ready(page)
        if (axeOn.includes(deviceName) && !isAxeElsewhere) {
          expect([name, await violationsOf(page)]).toEqual([name, []])
        }
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect([name, width]).toEqual([name, device.viewport?.width])
        if (deviceName === 'laptop') {
          wrong.push(...(await misfits(page)).map((what) => `${name} at ${what}`))
        }
      }
      expect(wrong).toEqual([])
      for (const page of pages.values()) await page.context().close()
    },
    180_000,
  )
})
