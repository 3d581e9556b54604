// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../../../../tests/support/show.tsx'
import { useSeasonSays } from '../../tent-check/starting/season-says.ts'
import { WithSeasonSays } from './with-season-says.tsx'

function Asking() {
  const [isAsking, setAsking] = useState(false)
  if (isAsking) return <Says />
  return (
    <button type="button" onClick={() => setAsking(true)}>
      Ask
    </button>
  )
}
const Says = () => <p>{useSeasonSays().grace}</p>

it('asks for the season only where a part wants to know what it says', async () => {
  const { called, user } = show(
    <WithSeasonSays>
      <Asking />
    </WithSeasonSays>,
    { getSeason: () => new Promise(() => {}) },
  )
  expect(called).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  expect(called).toEqual([{ name: 'getSeason', body: undefined }])
})
