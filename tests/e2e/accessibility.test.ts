import type { Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { screens } from '../../src/shared/screens.ts'
import { bringAxe, violationsOf } from '../support/axe.ts'
import { post, signInTo } from '../support/calls.ts'
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
  await uploadPdf(server, 'policy', makePdf({ pages: 1 }))
})

/**
 * What is looked at beside the screens as they open. At those of the tent check axe looks in
 * tent-check-looks.test.ts.
 */
type Moment = Look & {
  name: string
  isAxeElsewhere?: true
  /** What is done before the page is opened. */
  before?: () => Promise<void>
  /** A page that is there already is not opened anew. */
  stays?: true
}

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
    stays: true,
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
    stays: true,
    role: 'line monitor',
    path: screens.tentCheck.path,
    async ready(page) {
      // The question before a cancel.
      await page.keyboard.press('Escape')
      await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
      await page.getByRole('searchbox').fill('reyes')
      await page.getByRole('heading', { name: 'B', exact: true }).waitFor({ state: 'detached' })
    },
  },
]

const afterTheCheck: Moment[] = [
  {
    name: 'a dispute of too few words',
    role: 'tenter',
    path: screens.profile.path,
    async before() {
      const { checkId, activeTents } = await desk.status()
      const body = { id: activeTents[0]?.id, checkId, misses: 1 }
      await desk.ask('tent-checks/update', body)
      await desk.cancelCheck()
    },
    async ready(page) {
      await page.getByRole('button', { name: 'Dispute this Miss' }).first().click()
      await page.getByLabel('What happened?').fill('No.')
      await page.getByRole('button', { name: 'Send' }).click()
      await page.getByText('10 characters or more').waitFor()
    },
  },
  {
    name: 'a dispute that waits for an answer, and rules with one that is wrong',
    role: 'super user',
    path: screens.dashboard.path,
    async before() {
      const token = await signInTo(demo.server, demo.server.account('tenter'))
      const { checks } = await desk.ask<{ checks: { id: string }[] }>('checks')
      const dispute = { checkId: checks[0]?.id, text: 'Two of us stood by it.' }
      expect((await post(demo.server, token, 'disputes', dispute)).status).toBe(200)
    },
    async ready(page) {
      await looks.dashboard.ready(page)
      await page.getByRole('heading', { name: 'Disputes', exact: true }).click()
      await page.getByRole('button', { name: 'Take the Miss away' }).waitFor()
      await page.getByRole('heading', { name: 'Rules and grace' }).click()
      await page.getByText('Change the rules').click()
      await page.getByRole('spinbutton', { name: 'By night' }).first().fill('101')
      await page.getByText('1 field is not right yet.').waitFor()
    },
  },
  {
    name: 'a Miss that was taken away',
    role: 'tenter',
    path: screens.profile.path,
    async before() {
      const { disputes } = await desk.ask<{ disputes: { id: string }[] }>('disputes')
      const answer = { outcome: 'vacated', text: 'The photo shows it.' }
      await desk.ask(`disputes/${disputes[0]?.id}/answer`, answer)
    },
    async ready(page) {
      // The newest check stands open.
      await page.getByText('corrected to not marked: The photo shows it.').last().waitFor()
      await page.getByText('The Miss is taken away: The photo shows it.').last().waitFor()
    },
  },
  {
    name: 'a correction that does not say how and why',
    role: 'super user',
    path: screens.checks.path,
    async ready(page) {
      await looks.check.ready(page)
      await page
        .getByRole('button', { name: /^Correct / })
        .first()
        .click()
      await page.getByRole('button', { name: 'Correct it' }).click()
      await page.getByText('Choose the right outcome and say why.').waitFor()
    },
  },
]

const everyScreen = Object.entries(looks).map(([name, look]): Moment => ({ name, ...look }))

const moments = [...beforeTheCheck, ...everyScreen, ...duringTheCheck, ...afterTheCheck]

/**
 * The short form looks at all of it on a phone, whose page then takes every width, but for the screens
 * that come again with more open; with a mouse only at what has the most that is laid out otherwise.
 * The dashboard with a check on is only there, in the light.
 */
const shortForm = [
  [
    'phone',
    'dark',
    moments.filter(({ name }) => !['tentCheck', 'dashboard', 'check'].includes(name)),
  ],
  [
    'laptop',
    'light',
    moments.filter(({ name }) => ['the running tent check', 'dashboard', 'check'].includes(name)),
  ],
] as const
const longForm = (['phone', 'laptop'] as const).flatMap((device) =>
  (['dark', 'light'] as const).map((colors) => [device, colors, moments] as const),
)

describe.each(times<typeof longForm>([...shortForm], longForm))(
  'axe finds nothing, and every width has room for all, on a %s in the %s',
  (deviceName, colorScheme, looked) => {
    const device = { phone, laptop }[deviceName]
    const pages = new Map<Role | null, Promise<Page>>()
    afterAll(async () => {
      await desk.cancelCheck()
      for (const page of pages.values()) await (await page).context().close()
    })

    async function open(role: Role | null): Promise<Page> {
      const page = await openPage(demo.browser, { ...device, colorScheme, reducedMotion: 'reduce' })
      // The screens come below.
      if (role !== null) {
        await signIn(page, demo.server.url, demo.server.account(role), '/robots.txt')
      }
      await bringAxe(page)
      return page
    }

    it.each(looked)(
      '$name',
      async ({ role, path, ready, isAxeElsewhere, before, stays }) => {
        const opened = pages.get(role) ?? open(role)
        pages.set(role, opened)
        const page = await opened
        const address = `${demo.server.url}${path}`
        await before?.()
        if (!stays || page.url() !== address) await page.goto(address)
        await ready(page)
        if (!isAxeElsewhere) expect(await violationsOf(page)).toEqual([])
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(width).toBe(device.viewport?.width)
        expect(await misfits(page)).toEqual([])
      },
      60_000,
    )
  },
)
