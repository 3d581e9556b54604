import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { laptop, launchChromium, openPage, phone, signIn } from '../tests/support/chromium.ts'
import { type Role, startDemoServer, uploadPdf } from '../tests/support/demo-server.ts'
import { makePdf } from '../tests/support/pdf.ts'

/** Draws every screen anew into docs/images: phone and laptop, light and dark. */
const into = 'docs/images'

type Shot = {
  name: string
  role: Role | null
  path: string
  /** Brings the page to where it is worth a picture. */
  prepare: (page: Page) => Promise<void>
}

const shots: Shot[] = [
  {
    name: 'home',
    role: null,
    path: '/',
    prepare: (page) => page.getByText('130', { exact: true }).waitFor(),
  },
  {
    name: 'history',
    role: null,
    path: '/history',
    prepare: (page) => page.getByText('The trivia tie-break').waitFor(),
  },
  {
    name: 'policy',
    role: null,
    path: '/policy',
    prepare: (page) => page.locator('[data-page="1"] canvas').waitFor(),
  },
  {
    name: 'calendar',
    role: null,
    path: '/calendar',
    prepare: (page) => page.getByText('No calendar file uploaded yet.').waitFor(),
  },
  {
    name: 'dashboard',
    role: 'super user',
    path: '/line-monitor-dashboard',
    prepare: (page) => page.getByRole('rowheader', { name: 'Harper Quinn' }).waitFor(),
  },
  {
    name: 'login',
    role: null,
    path: '/login',
    prepare: (page) => page.getByRole('button', { name: 'Login' }).waitFor(),
  },
  {
    name: 'register',
    role: null,
    path: '/login',
    prepare: (page) => page.getByRole('button', { name: 'Register here' }).click(),
  },
  {
    name: 'profile',
    role: 'tenter',
    path: '/profile',
    prepare: (page) => page.getByText('Matched by NetID').waitFor(),
  },
  {
    name: 'tent-check-start',
    role: 'line monitor',
    path: '/tent-check',
    async prepare(page) {
      const start = page.getByRole('button', { name: 'Start Check' })
      const cancel = page.getByRole('button', { name: 'Cancel Check' })
      await start.or(cancel).waitFor()
      if (await cancel.isVisible()) {
        await cancel.click()
        await page.getByRole('button', { name: 'Cancel the check' }).click()
        await page.getByRole('button', { name: 'Dismiss' }).click()
      }
      await page.getByLabel('Number of checkers').fill('3')
    },
  },
  {
    name: 'tent-check',
    role: 'line monitor',
    path: '/tent-check',
    async prepare(page) {
      await page.getByRole('button', { name: 'Start Check' }).click()
      const members = page.getByRole('list', { name: 'Members present' }).first()
      for (const place of [0, 2, 3]) await members.getByRole('button').nth(place).click()
    },
  },
  {
    name: 'duke-card-checker',
    role: 'line monitor',
    path: '/tent-check',
    async prepare(page) {
      await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
      await page.getByRole('searchbox').fill('reyes')
      const name = page.getByRole('button', { name: /Reyes/ }).first()
      await name.waitFor()
      if ((await name.getAttribute('aria-pressed')) === 'false') await name.click()
      await page.getByText('Excluded', { exact: true }).first().waitFor()
    },
  },
]

const server = await startDemoServer()
const browser = await launchChromium()
await uploadPdf(server, 'policy', makePdf({ pages: 3 }))
mkdirSync(into, { recursive: true })
try {
  for (const [device, options] of Object.entries({ phone, laptop })) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const role of [null, 'tenter', 'line monitor', 'super user'] as const) {
        const page = await openPage(browser, { ...options, deviceScaleFactor: 1, colorScheme })
        if (role !== null) await signIn(page, server.url, server.account(role))
        for (const shot of shots.filter((one) => one.role === role)) {
          await page.goto(`${server.url}${shot.path}`)
          await shot.prepare(page)
          await page.evaluate(() => scrollTo(0, 0))
          await page.waitForLoadState('networkidle')
          await page.screenshot({ path: `${into}/${shot.name}-${device}-${colorScheme}.png` })
        }
        await page.context().close()
      }
    }
  }
} finally {
  await browser.close()
  await server.close()
}
