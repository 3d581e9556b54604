import type { Level } from './access.ts'

export type Screen = {
  path: string
  /** Of its tab, and of its link in the menu. Left out: the screen says its own. */
  title?: string
  /** Who gets in; anyone else is led to sign in. */
  access: Extract<Level, 'public' | 'signedIn'>
  /** Who sees its link in the menu; left out: nobody. */
  menu?: Level
  /** Has its link below every screen. */
  inFooter?: true
  /** What it shows depends on the rest of its address, so that no build can draw it. */
  isOpenedByLink?: true
}

/**
 * Every screen, in the order of the menu. One named `tentCheck` stands in
 * `web/screens/tent-check.tsx`, is exported as `Screen`, and is loaded when it is wanted.
 * Specification 1 and 2.
 */
export const screens = {
  home: { path: '/', access: 'public' },
  history: { path: '/history', title: 'History', access: 'public', menu: 'public' },
  policy: { path: '/policy', title: 'Policy', access: 'public', menu: 'public' },
  calendar: { path: '/calendar', title: 'Calendar', access: 'public', menu: 'public' },
  shifts: { path: '/shifts', title: 'Shifts', access: 'signedIn', menu: 'signedIn' },
  tentCheck: {
    path: '/tent-check',
    title: 'Tent Check',
    access: 'signedIn',
    menu: 'lineMonitor',
  },
  dashboard: {
    path: '/line-monitor-dashboard',
    title: 'LM Dashboard',
    access: 'signedIn',
    menu: 'superUser',
  },
  login: { path: '/login', access: 'public' },
  profile: { path: '/profile', title: 'Profile', access: 'signedIn' },
  checks: { path: '/checks', title: 'Checks', access: 'signedIn' },
  check: { path: '/checks/:id', title: 'Check', access: 'signedIn', isOpenedByLink: true },
  forgotPassword: { path: '/forgot-password', title: 'Forgot your password', access: 'public' },
  resetPassword: {
    path: '/reset-password',
    title: 'Choose a new password',
    access: 'public',
    isOpenedByLink: true,
  },
  confirm: {
    path: '/confirm',
    title: 'Confirm your netID',
    access: 'public',
    isOpenedByLink: true,
  },
  confirmEmail: {
    path: '/confirm-email',
    title: 'Confirm your address',
    access: 'public',
    isOpenedByLink: true,
  },
  faq: { path: '/faq', title: 'FAQ', access: 'public', inFooter: true },
  contacts: { path: '/contacts', title: 'Contacts', access: 'public', inFooter: true },
  privacy: { path: '/privacy', title: 'Privacy', access: 'public', inFooter: true },
} as const satisfies Record<string, Screen>

export type ScreenName = keyof typeof screens

export const allScreens = Object.entries(screens) as [ScreenName, Screen][]

/** What its files are called: `tent-check` of `tentCheck`. */
export function fileNameOf(name: ScreenName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Where one check is read. */
export function pathOfCheck(checkId: string): string {
  return screens.check.path.replace(':id', checkId)
}
