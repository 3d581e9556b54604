import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { show } from '../../../tests/support/show.tsx'
import { lazyPart } from './lazy-part.tsx'

const updated = 'Tent City was updated.'
const page = (app: string) => new Response(`<script src="${app}"></script><div id="root"></div>`)
const gone = () => Promise.reject(new Error('404'))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.head.querySelector('script')?.remove()
})

/** Until its second failure is known. `script`: the attributes of its page's script. */
async function showPart(
  load: () => Promise<() => string>,
  script: string,
  answer: () => Promise<Response>,
): Promise<void> {
  document.head.insertAdjacentHTML('beforeend', `<script type="text/plain" ${script}></script>`)
  const Part = lazyPart(load)
  show(<Part />)
  vi.stubGlobal('fetch', answer)
  await act(() => vi.advanceTimersByTimeAsync(2000))
}

it.each([
  ['the frame', 'src="/assets/index-1.js"'],
  ['a page that the build drew', 'src="/assets/wake-1.js" data-app="/assets/index-1.js"'],
])('says on %s that the server has another version', async (_, script) => {
  await showPart(gone, script, async () => page('/assets/index-2.js'))
  expect(screen.getByRole('alert').textContent).toBe(updated)
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
  screen.getByRole('button', { name: 'Load this page again' }).click()
  expect(reload).toHaveBeenCalledOnce()
})

it('asks once for all parts that are gone at once, of which one says so, then another', async () => {
  const script = '<script type="text/plain" src="/assets/index-1.js"></script>'
  document.head.insertAdjacentHTML('beforeend', script)
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
  const late = (resolve: (answer: Response) => void) =>
    setTimeout(() => resolve(page('/assets/index-2.js')), 500)
  const ask = vi.fn(() => new Promise(late))
  vi.stubGlobal('fetch', ask)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(ask).toHaveBeenCalledOnce()
  expect(screen.getByRole('alert').textContent).toBe(updated)
  expect(screen.getAllByRole('button', { name: 'Load this page again' })).toHaveLength(2)
  act(() => screen.getByRole('button', { name: 'Close One' }).click())
  expect(screen.getByRole('alert').textContent).toBe(updated)
  expect(screen.getAllByRole('button', { name: 'Load this page again' })).toHaveLength(1)
})

it.each<[string, () => Promise<Response>]>([
  ['has the same version', async () => page('/assets/index-1.js')],
  ['is not the one that answers', async () => new Response('Bad gateway', { status: 502 })],
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch'))],
])('is tried again where the server %s', async (_, answer) => {
  const load = vi.fn<() => Promise<() => string>>(gone)
  await showPart(load, 'src="/assets/index-1.js"', answer)
  expect(screen.queryByText(updated)).toBeNull()
  load.mockResolvedValue(() => 'The part')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(screen.getByText('The part')).toBeTruthy()
})
