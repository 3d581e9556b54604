import { cleanup, renderHook } from '@testing-library/react'
import { act } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { keepExclusions, keptExclusions } from './exclusions/kept-exclusions.ts'
import { rememberWork } from './pages/unfinished-work.ts'
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
  const open = () =>
    renderHook(({ excluded }) => useTicks('two tabs', 'c1', excluded), {
      initialProps: { excluded: nobody },
    })
  const [one, other] = [open(), open()]
  act(() => one.result.current.toggle('A', 'Ann'))
  act(() => other.result.current.toggle('B', 'Bo'))
  act(() => one.result.current.toggle('A', 'Cy'))
  one.rerender({ excluded: new Set(['Cy']) })
  expect([...open().result.current.ticks]).toEqual([
    ['A', ['Ann']],
    ['B', ['Bo']],
  ])
})

it('of two tabs, one in which a name is excluded keeps what was ticked in the other since', () => {
  onTestFinished(cleanup)
  rememberWork('excludes', { checkId: 'c1', chosen: [['B', ['Di']]] })
  const open = () =>
    renderHook(({ excluded }) => useTicks('excludes', 'c1', excluded), {
      initialProps: { excluded: nobody },
    })
  const [one, other] = [open(), open()]
  act(() => other.result.current.toggle('B', 'Bo'))
  one.rerender({ excluded: new Set(['Di']) })
  expect([...open().result.current.ticks]).toEqual([['B', ['Bo']]])
})
