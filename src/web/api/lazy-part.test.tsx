import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { lazyPart } from './lazy-part.tsx'

const lost = 'A part of this page could not be loaded.'
const page = () => new Response('<div id="root"></div>')
const gone = () => Promise.reject(new Error('404'))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Until its third failure is known. */
async function showPart(
  load: () => Promise<() => string>,
  answer: () => Promise<Response>,
): Promise<void> {
  const Part = lazyPart(load)
  show(<Part />)
  vi.stubGlobal('fetch', answer)
  await act(() => vi.advanceTimersByTimeAsync(4000))
}

it('offers to load the page again where the server answers, though the part does not come', async () => {
  await showPart(gone, async () => page())
  expect(screen.getByRole('alert').textContent).toBe(lost)
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  screen.getByRole('button', { name: 'Load this page again' }).click()
  expect(reload).toHaveBeenCalledOnce()
})

it('of all parts that are gone at once, one says so, then another', async () => {
  const One = lazyPart(gone, () => 'One is waited for')
  const Other = lazyPart(gone, () => 'Other is waited for')
  function Both() {
    const [isOneWanted, setOneWanted] = useState(true)
    return (
      <>
        {isOneWanted && <One />}
        <Other />
        <button type="button" onClick={() => setOneWanted(false)}>
          Close One
        </button>
      </>
    )
  }
  show(<Both />)
  vi.stubGlobal('fetch', async () => page())
  await act(() => vi.advanceTimersByTimeAsync(4000))
  expect(screen.getByRole('alert').textContent).toBe(lost)
  expect(screen.getAllByRole('button', { name: 'Load this page again' })).toHaveLength(2)
  act(() => screen.getByRole('button', { name: 'Close One' }).click())
  expect(screen.getByRole('alert').textContent).toBe(lost)
  expect(screen.getAllByRole('button', { name: 'Load this page again' })).toHaveLength(1)
})

it.each<[string, () => Promise<Response>]>([
  ['is not the one that answers', async () => new Response('Bad gateway', { status: 502 })],
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])('is tried again where the server %s', async (_, answer) => {
  const load = vi.fn<() => Promise<() => string>>(gone)
  await showPart(load, answer)
  expect(screen.queryByText(lost)).toBeNull()
  load.mockResolvedValue(() => 'The part')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByText('The part')).toBeTruthy()
})
