import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { pendingLastsMs } from '../../src/server/campus/pending.ts'
import { personClaims } from '../../src/server/campus/rules.ts'
import { shownData } from '../../src/server/privacy/personal-data.ts'
import { privacyArticles } from '../../src/web/privacy/articles.ts'

/** What the privacy page calls each claim that the campus is asked for. */
const claimWords: Record<(typeof personClaims)[number], string> = {
  given_name: 'your first and last name',
  family_name: 'your first and last name',
  email: 'your e-mail address',
}

it('the privacy page names all that is taken from the campus, and for how long it is on its way', () => {
  const told = privacyArticles
    .flatMap(({ paragraphs }): readonly string[] => paragraphs)
    .find((text) => text.startsWith('Where you sign in through your campus'))
  for (const claim of personClaims) expect(told).toContain(claimWords[claim])
  expect(told).toContain(`good for ${pendingLastsMs / 60_000} minutes`)
})

type Part = keyof typeof shownData
const parts = Object.keys(shownData) as Part[]

/** What operations call each part of what is kept about people. */
const partWords: Record<Part, string> = {
  account: 'account',
  sessions: 'sessions',
  links: 'one-time links',
  scriptTokens: 'tokens for programs',
  tents: 'tents',
  shifts: 'shifts',
  notices: 'notices',
  noticeSettings: 'notice settings',
  pushSubscriptions: 'browsers that take pushes',
  announcements: 'announcements',
  pageVersions: 'written pages',
  checkEvents: 'checks',
  disputes: 'disputes',
  campus: 'campus identities',
  audit: 'the audit',
  seasonVersions: 'rules',
  graces: 'grace',
  uploads: 'documents',
}

const operations = readFileSync('docs/operations.md', 'utf8')
const [, goes = ''] = /^- \*\*What goes\*\*: (.*)$/m.exec(operations) ?? []
const [, stays = ''] = /^- \*\*What stays\*\*: (.*)$/m.exec(operations) ?? []
const [, handedOut = ''] = /^What is kept about one netID is (.*)$/m.exec(operations) ?? []

it.each(parts)(
  'operations say what is handed out of %s, and what closing a season does to it',
  (part) => {
    expect(handedOut).toContain(partWords[part])
    const fate = shownData[part].forget === undefined ? stays : goes
    expect(fate).toContain(partWords[part])
  },
)
