import type { Page } from 'playwright-core'
import { type ScreenName, screens } from '../../src/shared/screens.ts'
import type { Role } from './demo-server.ts'
import { cards } from './tent-check-page.ts'

/** Who looks at a screen of the demo season, where, and what shows that all of it is there. */
export type Look = { role: Role | null; path: string; ready: (page: Page) => Promise<void> }

/** Every screen, when a check is on and a policy is uploaded. */
export const looks: Record<ScreenName, Look> = {
  home: {
    role: null,
    path: screens.home.path,
    ready: (page) => page.getByText('130', { exact: true }).waitFor(),
  },
  history: {
    role: null,
    path: screens.history.path,
    ready: (page) => page.getByText('The trivia tie-break').waitFor(),
  },
  policy: {
    role: null,
    path: screens.policy.path,
    ready: (page) => page.locator('[data-page="1"] canvas').waitFor(),
  },
  calendar: {
    role: null,
    path: screens.calendar.path,
    ready: (page) => page.getByText('No calendar file uploaded yet.').waitFor(),
  },
  login: {
    role: null,
    path: screens.login.path,
    ready: (page) => page.getByRole('button', { name: 'Login' }).waitFor(),
  },
  profile: {
    role: 'tenter',
    path: screens.profile.path,
    ready: (page) => page.getByText('Matched by NetID').waitFor(),
  },
  shifts: {
    role: 'tenter',
    path: screens.shifts.path,
    ready: (page) => page.getByRole('navigation', { name: 'Parts' }).waitFor(),
  },
  tentCheck: {
    role: 'line monitor',
    path: screens.tentCheck.path,
    ready: (page) => cards(page).first().waitFor(),
  },
  dashboard: {
    role: 'super user',
    path: screens.dashboard.path,
    // Its parts ask for their lines as they near the window.
    async ready(page) {
      const audit = page.locator('#audit')
      await audit.scrollIntoViewIfNeeded()
      await audit.getByText('Harper Quinn').first().waitFor()
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  checks: {
    role: 'line monitor',
    path: screens.checks.path,
    ready: (page) =>
      page
        .getByText(/Still on|after \d+ min/)
        .first()
        .waitFor(),
  },
  check: {
    role: 'line monitor',
    path: screens.checks.path,
    async ready(page) {
      await page.getByRole('main').getByRole('listitem').first().getByRole('link').click()
      await page.getByRole('region', { name: 'How it went' }).waitFor()
    },
  },
  forgotPassword: {
    role: null,
    path: screens.forgotPassword.path,
    ready: (page) => page.getByText('This server sends no mail.').waitFor(),
  },
  resetPassword: {
    role: null,
    path: `${screens.resetPassword.path}#x`,
    ready: (page) => page.getByRole('button', { name: 'Set the new password' }).waitFor(),
  },
  confirm: {
    role: null,
    path: `${screens.confirm.path}#x`,
    ready: (page) => page.getByText('You never registered?').waitFor(),
  },
  confirmEmail: {
    role: null,
    path: `${screens.confirmEmail.path}#x`,
    ready: (page) => page.getByRole('button', { name: 'Use this address' }).waitFor(),
  },
  faq: {
    role: null,
    path: screens.faq.path,
    ready: (page) => page.getByText('What is a tent check?').waitFor(),
  },
  contacts: {
    role: null,
    path: screens.contacts.path,
    ready: (page) => page.getByText('Head line monitors').waitFor(),
  },
  privacy: {
    role: null,
    path: screens.privacy.path,
    ready: (page) => page.getByText('Who gets it').waitFor(),
  },
}
