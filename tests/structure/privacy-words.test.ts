import { expect, it } from 'vitest'
import { pendingLastsMs } from '../../src/server/campus/pending.ts'
import { personClaims } from '../../src/server/campus/rules.ts'
import { privacyArticles } from '../../src/web/privacy/articles.ts'

/** What the privacy page calls each claim that the campus is asked for. */
const words: Record<(typeof personClaims)[number], string> = {
  given_name: 'your first and last name',
  family_name: 'your first and last name',
  email: 'your e-mail address',
}

it('the privacy page names all that is taken from the campus, and for how long it is on its way', () => {
  const told = privacyArticles
    .flatMap(({ paragraphs }): readonly string[] => paragraphs)
    .find((text) => text.startsWith('Where you sign in through your campus'))
  for (const claim of personClaims) expect(told).toContain(words[claim])
  expect(told).toContain(`good for ${pendingLastsMs / 60_000} minutes`)
})
