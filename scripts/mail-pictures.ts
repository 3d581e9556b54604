import type { Browser } from 'playwright-core'
import { type AccountMail, letterAbout } from '../src/server/mail/account-mail.ts'
import { htmlOf, type Letter } from '../src/server/mail/letter.ts'
import { reminderLetter, type TentFacts, tentLetter } from '../src/server/notices/words.ts'
import { fold } from '../src/server/tent-check/ledger/check-state.ts'
import type { CheckEvent } from '../src/server/tent-check/ledger/events.ts'
import { defaultRules } from '../src/shared/season/default-rules.ts'
import { openPage, phone } from '../tests/support/chromium.ts'

const startedAt = '2026-01-19T08:02:00Z'
const head = { checkId: 'c', by: 'Lena', netID: 'lead' }
const rules = {
  rulesVersion: 0,
  period: 'Black',
  clock: 'night',
  calls: 3,
  closingMinutes: 2,
} as const
const events: CheckEvent[] = [
  {
    ...head,
    ...rules,
    kind: 'started',
    number: 1,
    at: startedAt,
    numCheckers: 3,
    tents: [{ id: 't', groupIndex: 0, required: 10 }],
  },
  { ...head, kind: 'ended', number: 2, at: '2026-01-19T08:21:00Z' },
]
const [started, ended] = events as [CheckEvent, CheckEvent]
const miss: TentFacts = {
  tent: { order: '12', name: 'Blue Devil Den' },
  outcome: 'miss',
  round: 0,
  isDisputed: false,
  check: fold(fold(null, started), ended),
  checkedId: 't',
  line: { marked: 'miss', at: '2026-01-19T08:14:00Z', present: [], corrections: [] },
  standing: { period: 'Black', misses: 1, allowed: 1 },
  rules: defaultRules,
  rulesThen: defaultRules,
  now: new Date('2026-01-19T08:31:00Z'),
}
const correction = {
  outcome: 'none',
  at: '2026-01-19T18:00:00Z',
  reason: 'The photo shows all ten of them at the second call.',
} as const
const site = 'https://tents.example.edu'
const ofTenter = {
  to: '',
  link: { label: 'See it on your profile', url: `${site}/profile` },
  unsubscribe: null,
}
const ofTent = (facts: TentFacts): Letter => ({
  ...ofTenter,
  ...tentLetter(facts),
  why: 'You get this because your netID is in this tent. You can turn these mails off on your profile.',
})

const ofAccount = (kind: AccountMail['kind']): Letter =>
  letterAbout({ kind, to: '', link: `${site}/#the-link` })

const letters = {
  miss: ofTent(miss),
  correction: ofTent({
    ...miss,
    outcome: 'none',
    round: 1,
    line: { ...miss.line, corrections: [correction], isCorrected: true },
    standing: { period: 'Black', misses: 0, allowed: 1 },
  }),
  shift: {
    ...ofTenter,
    ...reminderLetter('Your shift: Thu, Jan 29, 1:00 AM to Thu, Jan 29, 7:00 AM.'),
  },
  'confirm-netid': ofAccount('confirmNetID'),
  'reset-password': ofAccount('resetPassword'),
  'confirm-email': ofAccount('confirmEmail'),
  'reset-link-made': ofAccount('resetLinkMade'),
}

/** Draws mails as a phone shows them, light and dark. */
export async function drawMails(browser: Browser, into: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openPage(browser, { ...phone, deviceScaleFactor: 1, colorScheme })
    for (const [name, letter] of Object.entries(letters)) {
      await page.setContent(htmlOf(letter))
      await page.screenshot({ path: `${into}/mail-${name}-phone-${colorScheme}.png` })
    }
    await page.context().close()
  }
}
