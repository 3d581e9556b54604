import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { fileNameOf, type ScreenName, screens } from '../src/shared/screens.ts'
import { laptop, launchChromium, openPage, phone, signIn } from '../tests/support/chromium.ts'
import { startDemoServer, uploadPdf } from '../tests/support/demo-server.ts'
import { type Look, looks } from '../tests/support/looks.ts'
import { openDesk } from '../tests/support/marking-phone.ts'
import { makePdf } from '../tests/support/pdf.ts'
import {
  cards,
  head,
  lines,
  markTent,
  members,
  savedLine,
} from '../tests/support/tent-check-page.ts'
import { drawMoments } from './check-moments.ts'
import { drawMails } from './mail-pictures.ts'
import { type Frame, movingPicture } from './moving-picture.ts'

/**
 * Draws every screen and mail anew into docs/images: phone and laptop, light and dark. With names
 * (`npm run screenshots -- still-out summary`) only those.
 */
const into = 'docs/images'
const names = process.argv.slice(2)
const isWanted = (name: string) => names.length === 0 || names.includes(name)

/** `at`: the id of the part that is looked at; left out: the top of the page. */
type Shot = Look & { name: string; at?: string }

// The tent check has pictures of its own, before, during and after.
const { tentCheck: _, checks, check, ...others } = looks
const { dashboard } = others

/** The places of the dashboard below its first screen. */
const places = ['people', 'season', 'roster', 'pages', 'system']

const shots: Shot[] = [
  ...shotsOf(others),
  {
    name: 'register',
    role: null,
    path: screens.login.path,
    ready: (page) => page.getByRole('button', { name: 'Register here' }).click(),
  },
  {
    name: 'tent-check-start',
    role: 'line monitor',
    path: screens.tentCheck.path,
    async ready(page) {
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
    path: screens.tentCheck.path,
    async ready(page) {
      await page.getByRole('button', { name: 'Start Check' }).click()
      const tent = cards(page).nth(2)
      await head(tent).click()
      for (const place of [0, 2, 3]) await members(tent).nth(place).click()
    },
  },
  {
    name: 'tent-check-asked',
    role: 'line monitor',
    path: screens.tentCheck.path,
    async ready(page) {
      await head(cards(page).nth(2)).click()
      await cards(page).nth(2).getByRole('button', { name: 'Make, tent' }).click()
      await page.getByText(/Make anyway\?$/).waitFor()
    },
  },
  {
    name: 'tent-check-search',
    role: 'line monitor',
    path: screens.tentCheck.path,
    async ready(page) {
      await page.getByRole('searchbox').fill('obrien')
      await page.getByText('O’Brien').first().waitFor()
    },
  },
  {
    name: 'tent-check-marked',
    role: 'line monitor',
    path: screens.tentCheck.path,
    async ready(page) {
      await markTent(cards(page).nth(2), 'Make')
      await markTent(cards(page).nth(3), 'Miss')
      await savedLine(page).waitFor()
    },
  },
  {
    name: 'still-out',
    role: 'line monitor',
    path: screens.tentCheck.path,
    ready: (page) => page.getByRole('tab', { name: 'Still out' }).click(),
  },
  {
    name: 'duke-card-checker',
    role: 'line monitor',
    path: screens.tentCheck.path,
    async ready(page) {
      await page.getByRole('tab', { name: 'Duke Card Checker' }).click()
      await page.getByRole('searchbox').fill('reyes')
      const name = page.getByRole('button', { name: /Reyes/ }).first()
      await name.waitFor()
      if ((await name.getAttribute('aria-pressed')) === 'false') await name.click()
      await page.getByText('Excluded', { exact: true }).first().waitFor()
    },
  },
  {
    name: 'summary',
    role: 'line monitor',
    path: screens.tentCheck.path,
    async ready(page) {
      await page.getByRole('button', { name: 'End Check' }).click()
      await page.getByRole('button', { name: 'End the check' }).click()
      await page.getByRole('heading', { name: 'That was the check' }).waitFor()
    },
  },
  ...shotsOf({ checks, check }),
  ...places.map((place) => ({
    name: `dashboard-${place}`,
    role: dashboard.role,
    path: `${screens.dashboard.path}#${place}`,
    at: place,
    ready: dashboard.ready,
  })),
]

const markName = 'a-mark-and-its-undo'
const server = await startDemoServer()
const browser = await launchChromium()
// On any date: a season is saved in which a tent must show more members than are ticked here.
const desk = await openDesk(server)
await desk.mustShow(10)
await uploadPdf(server, 'policy', makePdf({ pages: 3 }))
mkdirSync(into, { recursive: true })
try {
  if (names.length === 0) await drawMails(browser, into)
  for (const [device, options] of Object.entries({ phone, laptop })) {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const role of [null, 'tenter', 'line monitor', 'super user'] as const) {
        const ofRole = shots.filter((one) => one.role === role)
        if (!ofRole.some(({ name }) => isWanted(name))) continue
        const page = await openPage(browser, { ...options, deviceScaleFactor: 1, colorScheme })
        if (role !== null) await signIn(page, server.url, server.account(role))
        // Shots that are not wanted are opened, too: later shots of a check need what they do.
        for (const shot of ofRole) {
          await page.goto(`${server.url}${shot.path}`)
          await shot.ready(page)
          if (!isWanted(shot.name)) continue
          await page.waitForLoadState('networkidle')
          await page.evaluate((at) => {
            if (at === undefined) scrollTo(0, 0)
            else document.getElementById(at)?.scrollIntoView()
          }, shot.at)
          await page.screenshot({ path: `${into}/${shot.name}-${device}-${colorScheme}.png` })
        }
        await page.context().close()
      }
    }
  }
  if (isWanted(markName)) await drawMarkAndUndo()
  await drawMoments(browser, server, into, isWanted)
} finally {
  await browser.close()
  await server.close()
}

function shotsOf(some: Partial<Record<ScreenName, Look>>): Shot[] {
  return Object.entries(some).map(([name, look]) => ({
    name: fileNameOf(name as ScreenName),
    ...look,
  }))
}

/** Small, for it stands at the top of the README. */
async function drawMarkAndUndo(): Promise<void> {
  const small = { ...phone, viewport: { width: 360, height: 600 }, deviceScaleFactor: 1 }
  const page = await openPage(browser, { ...small, colorScheme: 'dark' })
  await signIn(page, server.url, server.account('line monitor'))
  await page.goto(`${server.url}${screens.tentCheck.path}`)
  await page.getByRole('button', { name: 'Start Check' }).click()
  writeFileSync(`${into}/${markName}.png`, movingPicture(await markAndUndo(page)))
  await page.context().close()
}

/** A tent is opened, two of it are ticked, it is missed all the same, and that is taken back. */
async function markAndUndo(page: Page): Promise<Frame[]> {
  const frames: Frame[] = []
  const seen = async (ms: number) => frames.push({ png: await page.screenshot(), ms })
  const tent = cards(page).nth(6)
  await tent.waitFor()
  await seen(1200)
  await head(tent).click()
  await seen(900)
  for (const place of [1, 3]) {
    await members(tent).nth(place).click()
    await seen(500)
  }
  await tent.getByRole('button', { name: 'Miss, tent' }).click()
  await savedLine(page).waitFor()
  await seen(1800)
  await lines(page).getByRole('button', { name: 'Undo' }).click()
  await lines(page).waitFor({ state: 'detached' })
  await seen(1200)
  return frames
}
