import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { mute, show } from '../../../../tests/support/show.tsx'
import type { Season } from '../../../shared/season/contract.ts'
import { defaultRules } from '../../../shared/season/default-rules.ts'
import { seasonNow } from '../../../shared/season/rules.ts'
import { useSeasonSays } from '../../tent-check/live/season-says.ts'
import { WithSeasonSays } from './with-season-says.tsx'

const grace = {
  id: 'g1',
  from: '2026-02-05T07:00:00.000Z',
  until: '2026-02-05T07:01:00.000Z',
  reason: 'Tent check',
}
const seasonAt = (at: number): Season => ({
  ...defaultRules,
  now: seasonNow(defaultRules, [grace], at),
})

type SaysProps = { polls?: boolean }
function Says(props: SaysProps) {
  const { grace, notes } = useSeasonSays(props)
  return <p>{grace === null && notes.length === 0 ? 'No grace' : grace}</p>
}

function Asking() {
  const [isAsking, setAsking] = useState(false)
  if (isAsking) return <Says />
  return (
    <button type="button" onClick={() => setAsking(true)}>
      Ask
    </button>
  )
}

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

it.each<[string, SaysProps[], number]>([
  ['once for parts of a check that is on', [{}, {}], 1],
  ['every 15 s where a check can be started', [{ polls: true }, {}], 5],
])('asks for the season %s', async (_, parts, asks) => {
  vi.useFakeTimers()
  const { called } = show(
    <WithSeasonSays>
      {parts.map((props) => (
        <Says key={JSON.stringify(props)} {...props} />
      ))}
    </WithSeasonSays>,
    { getSeason: () => seasonAt(Date.now()) },
  )
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(called).toHaveLength(asks)
})

it('asks again until there is an answer: the closing clock runs by the server’s', async () => {
  vi.useFakeTimers()
  const { called, reply } = show(
    <WithSeasonSays>
      <Says />
    </WithSeasonSays>,
    { getSeason: mute },
  )
  await act(() => vi.advanceTimersByTimeAsync(14_000))
  reply({ getSeason: () => seasonAt(Date.parse(grace.from)) })
  const before = called.length
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  screen.getByText('Grace until 2:01 AM')
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(called).toHaveLength(before + 1)
})

it('says nothing of grace that is over by the server’s clock, though it held when it was asked', async () => {
  // This device is an hour behind.
  vi.useFakeTimers({ now: Date.parse('2026-02-05T06:00:00Z') })
  const { reply } = show(
    <WithSeasonSays>
      <Says />
      <Asking />
    </WithSeasonSays>,
    { getSeason: seasonAt(Date.parse(grace.from)) },
  )
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  screen.getByText('Grace until 2:01 AM')
  reply({ getSeason: () => new Promise(() => {}) })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  fireEvent.click(screen.getByRole('button', { name: 'Ask' }))
  screen.getByText('No grace')
})
