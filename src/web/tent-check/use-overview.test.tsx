import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { activeTent } from '../../../tests/support/active-tent.ts'
import { person, show } from '../../../tests/support/show.tsx'
import type { MarkFacts } from '../../shared/tent-check/contract.ts'
import { emptyParts } from '../../shared/tent-check/empty-parts.ts'
import { CardChecker } from './exclusions/card-checker.tsx'
import type { Check } from './live/picture.ts'
import { useOverview } from './use-overview.ts'

/** How often the names of the tents were looked through, after which all are drawn anew. */
let drawn = 0
const counted = (order: string) => {
  const tent = activeTent({ order })
  return Object.defineProperty(tent, 'members', {
    get: () => {
      drawn += 1
      return `Ann of ${order}`
    },
  })
}
const [a, b] = [counted('A'), counted('B')]
const before: Check = {
  ...emptyParts,
  ...{ checkId: 'c1', number: 1, numCheckers: 1, excludedNames: [] },
  pages: [{ first: 'A', last: 'B', tentCount: 2 }],
  tents: [a, b],
  marked: [],
}
const facts = { outcome: 'make', by: 'Mona', netID: 'mona', at: '', present: [], required: null }
const mark = { ...facts, id: a.id, number: 2, numberOfMisses: 0 } as MarkFacts
const none = { marks: [], saved: [], undoing: [], undone: [], presence: [], user: person }
const nobody: string[] = []
const nothing = () => {}

it('a colleague’s mark draws no name of the Duke Card Checker anew', async () => {
  function Cards() {
    const [check, setCheck] = useState(before)
    const { tents, leftInAll } = useOverview({ check, page: 'cards', ...none })
    const tell = () => setCheck({ ...check, number: 2, tents: [b], marked: [{ tent: a, mark }] })
    return (
      <>
        <button type="button" onClick={tell}>
          {leftInAll} left
        </button>
        <CardChecker
          tents={tents}
          excludedNames={nobody}
          sentNames={nobody}
          exclusions={[]}
          query=""
          onExclude={nothing}
          onUnknown={nothing}
        />
      </>
    )
  }
  const { user } = show(<Cards />)
  await screen.findByRole('button', { name: /^Ann of B/ })
  const first = drawn
  await user.click(screen.getByRole('button', { name: '2 left' }))
  await screen.findByRole('button', { name: '1 left' })
  expect(drawn).toBe(first)
})
