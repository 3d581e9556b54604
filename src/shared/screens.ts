import type { Level } from './access.ts'

export type Screen = {
  path: string
  /** The title of its tab and menu link. Left out: the screen sets it itself. */
  title?: string
  /** Who may open it; others are sent to the sign-in. */
  access: Extract<Level, 'public' | 'signedIn'>
  /** Who sees its menu link; left out: nobody. */
  menu?: Level
  /** Has a link at the bottom of every screen. */
  inFooter?: true
  /** Its content depends on a link's parameters, so the build cannot draw it. */
  isOpenedByLink?: true
}

/**
 * Every screen, in the order of the menu. The screen `tentCheck` is the file
 * `web/screens/tent-check.tsx`, which exports it as `Screen` and is loaded when needed.
 * Specification 1 and 2.
 */
export const screens = {
  home: { path: '/', access: 'public' },
  history: { path: '/history', title: 'History', access: 'public', menu: 'public' },
  policy: { path: '/policy', title: 'Policy', access: 'public', menu: 'public' },
  calendar: { path: '/calendar', title: 'Calendar', access: 'public', menu: 'public' },
  shifts: { path: '/shifts', title: 'Shifts', access: 'signedIn' },
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

/** The file name of a screen: `tent-check` for `tentCheck`. */
export function fileNameOf(name: ScreenName): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

const tentsPart = '#tents/'

/** Where line monitors read the record of one tent: on the dashboard, by its address alone. */
export function pathOfTentRecord(tentId: string): string {
  return `${screens.dashboard.path}${tentsPart}${encodeURIComponent(tentId)}`
}

/** The id of the tent whose record an address names; null: none. A hash may be written by hand. */
export function tentOfHash(hash: string): string | null {
  return idBehind(tentsPart, hash)
}

function idBehind(start: string, hash: string): string | null {
  if (!hash.startsWith(start)) return null
  try {
    return decodeURIComponent(hash.slice(start.length))
  } catch {
    return null
  }
}

/** The place of a dispute on the dashboard, and its element's id there. */
export function placeOfDispute(id: string): string {
  return `disputes/${id}`
}

/** Where a super user answers a dispute. */
export function pathOfDispute(id: string): string {
  return `${screens.dashboard.path}#${placeOfDispute(id)}`
}

/** The path of a check's own screen. */
export function pathOfCheck(checkId: string): string {
  return screens.check.path.replace(':id', checkId)
}

/** The place of a tent on a check's screen: its element's id there. */
export function placeOfTentInCheck(tentId: string): string {
  return `tent-${tentId}`
}

/** Where a tent stands in a check, on the check's screen. */
export function pathOfTentInCheck(checkId: string, tentId: string): string {
  return `${pathOfCheck(checkId)}#${placeOfTentInCheck(encodeURIComponent(tentId))}`
}

/** The id of the tent that an address on a check's screen names; null: none. */
export function tentInCheckOfHash(hash: string): string | null {
  return idBehind(`#${placeOfTentInCheck('')}`, hash)
}
