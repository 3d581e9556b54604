import { cleanup, renderHook } from '@testing-library/react'
import { act } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { keepExclusions, keptExclusions } from './exclusions/kept-exclusions.ts'
import { rememberTicks } from './pages/remembered-ticks.ts'
import { useTicks } from './pages/use-ticks.ts'

const nobody = new Set<string>()
const none = new Map<string, boolean>()

it('of two tabs, each keeps the exclusions of the other, and forgets what it has settled', () => {
  const [ann, bo] = [new Map([['Ann', true]]), new Map([['Bo', true]])]
  keepExclusions('two tabs', 'c1', ann, none)
  keepExclusions('two tabs', 'c1', bo, none)
  expect([...keptExclusions('two tabs', 'c1')]).toEqual([...ann, ...bo])
  keepExclusions('two tabs', 'c1', none, ann)
  expect([...keptExclusions('two tabs', 'c1')]).toEqual([...bo])
  keepExclusions('two tabs', 'c2', ann, none)
  expect([...keptExclusions('two tabs', 'c2')]).toEqual([...ann])
})

it('of two tabs, each keeps the ticks of the other', () => {
  onTestFinished(cleanup)
  const open = (excluded = nobody) =>
    renderHook((given) => useTicks('two tabs', 'c1', given.excluded), {
      initialProps: { excluded },
    })
  const [one, other] = [open(), open()]
  act(() => one.result.current.toggle('A', 'Ann'))
  act(() => other.result.current.toggle('B', 'Bo'))
  act(() => one.result.current.toggle('A', 'Cy'))
  const excluded = new Set(['Cy'])
  one.rerender({ excluded })
  expect([...open(excluded).result.current.ticks]).toEqual([
    ['A', ['Ann']],
    ['B', ['Bo']],
  ])
})

it('of two tabs, one in which a name is excluded keeps what was ticked in the other since', () => {
  onTestFinished(cleanup)
  rememberTicks('excludes', 'c1', new Map([['B', ['Di']]]))
  const open = (excluded = nobody) =>
    renderHook((given) => useTicks('excludes', 'c1', given.excluded), {
      initialProps: { excluded },
    })
  const [one, other] = [open(), open()]
  act(() => other.result.current.toggle('B', 'Bo'))
  const excluded = new Set(['Di'])
  one.rerender({ excluded })
  act(() => one.result.current.toggle('A', 'Cy'))
  expect([...open(excluded).result.current.ticks]).toEqual([
    ['B', ['Bo']],
    ['A', ['Cy']],
  ])
})

it('a tick of a name that was excluded comes back once it counts again, after a reload too', () => {
  onTestFinished(cleanup)
  const excluded = new Set(['Di'])
  const open = (given: ReadonlySet<string>) =>
    renderHook((now) => useTicks('slips', 'c1', now.excluded), {
      initialProps: { excluded: given },
    })
  const page = open(nobody)
  const ticks = () => [...page.result.current.ticks]
  act(() => page.result.current.toggle('B', 'Di'))
  page.rerender({ excluded })
  expect(ticks()).toEqual([['B', []]])
  act(() => page.result.current.toggle('B', 'Bo'))
  page.rerender({ excluded: nobody })
  expect(ticks()).toEqual([['B', ['Di', 'Bo']]])
  const reloaded = open(excluded)
  expect([...reloaded.result.current.ticks]).toEqual([['B', ['Bo']]])
  reloaded.rerender({ excluded: nobody })
  expect([...reloaded.result.current.ticks]).toEqual([['B', ['Di', 'Bo']]])
})
