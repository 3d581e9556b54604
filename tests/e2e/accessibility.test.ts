import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { complaintsOf, laptop, openPage, phone, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { type Role, uploadPdf } from '../support/demo-server.ts'
import { makePdf } from '../support/pdf.ts'
import { times } from '../support/times.ts'

const demo = demoForAll((server) => uploadPdf(server, 'policy', makePdf({ pages: 2 })))

type Screen = [name: string, role: Role | null, path: string, ready: (page: Page) => Promise<void>]

const screens: Screen[] = [
  ['home', null, '/', (page) => page.getByText('130', { exact: true }).waitFor()],
  ['history', null, '/history', (page) => page.getByText('The trivia tie-break').waitFor()],
  [
    'policy',
    null,
    '/policy',
    (page) => page.locator('[data-page="1"] canvas').waitFor({ timeout: 15_000 }),
  ],
  [
    'calendar',
    null,
    '/calendar',
    (page) => page.getByText('No calendar file uploaded yet.').waitFor(),
  ],
  [
    'the dashboard',
    'super user',
    '/line-monitor-dashboard',
    (page) => page.getByText('Harper Quinn uploaded the policy').waitFor(),
  ],
  [
    'the dashboard without a role',
    'tenter',
    '/line-monitor-dashboard',
    (page) => page.getByText('No check is in progress.').waitFor(),
  ],
  ['login', null, '/login', (page) => page.getByRole('button', { name: 'Login' }).waitFor()],
  [
    'register',
    null,
    '/login',
    (page) => page.getByRole('button', { name: 'Register here' }).click(),
  ],
  ['profile', 'tenter', '/profile', (page) => page.getByText('Matched by NetID').waitFor()],
  [
    'the idle tent check',
    'line monitor',
    '/tent-check',
    (page) => page.getByRole('button', { name: 'Start Check' }).waitFor(),
  ],
  [
    'the running tent check',
    'line monitor',
    '/tent-check',
    async (page) => {
      // Few tents to a page: axe takes minutes over 1,560 chips that are all alike.
      await page.getByLabel('Number of checkers').fill('33')
      await page.getByRole('button', { name: 'Start Check' }).click()
      await page.getByRole('article').first().waitFor()
      await page.getByRole('list', { name: 'Members present' }).getByRole('button').first().click()
    },
  ],
  [
    'the rules of the season, with one that is wrong',
    'super user',
    '/line-monitor-dashboard',
    async (page) => {
      await page.getByText('Change the rules').click()
      await page.getByRole('spinbutton', { name: 'By night' }).first().fill('101')
      await page.getByText('1 field is not right yet.').waitFor()
    },
  ],
  [
    'a tent check to look on',
    'tenter',
    '/tent-check',
    (page) => page.getByText('Tents that remain').waitFor(),
  ],
  [
    'the Duke Card Checker',
    'line monitor',
    '/tent-check',
    async (page) => {
      await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
      await page.getByRole('searchbox').fill('reyes')
      await page.getByRole('heading', { name: 'B', exact: true }).waitFor({ state: 'detached' })
    },
  ],
  [
    'the question before a cancel',
    'line monitor',
    '/tent-check',
    async (page) => {
      await page.getByRole('button', { name: 'Cancel Check' }).click()
      await page.getByRole('dialog').waitFor()
    },
  ],
]

async function cancelCheck(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    await fetch('/api/cancel-check', { method: 'POST', headers })
  })
}

/** The short form looks at each device and at each theme once; the torture at all four pairs. */
const shortPairs = [
  ['phone', 'dark'],
  ['laptop', 'light'],
] as const
const allPairs = [...shortPairs, ['phone', 'light'], ['laptop', 'dark']] as const

describe('axe finds nothing', () => {
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
        if (role !== null) await signIn(page, demo.server.url, demo.server.account(role))
        pages.set(role, page)
      }
      for (const [name, role, path, ready] of screens) {
        const page = pages.get(role)
        if (page === undefined) throw new Error(`Nobody is a ${role}`)
        await page.goto(`${demo.server.url}${path}`)
        await ready(page)
        const { violations } = await new AxeBuilder({ page }).analyze()
        const found = violations.map(({ id, nodes }) => [name, id, nodes[0]?.html])
        expect(found).toEqual([])
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect([name, width]).toEqual([name, device.viewport?.width])
      }
      const monitor = pages.get('line monitor')
      if (monitor) await cancelCheck(monitor)
      expect([...pages.values()].flatMap(complaintsOf)).toEqual([])
      for (const page of pages.values()) await page.context().close()
    },
    180_000,
  )
})
