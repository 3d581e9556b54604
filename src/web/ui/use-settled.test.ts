import { renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { bounceMs, useSettled, useUnmoved } from './use-settled.ts'

it.each([
  ['a button that appears', useSettled, false],
  ['a button that is there from the first', useUnmoved, true],
])('%s counts once nothing around it has changed for a second', (_, use, isAtFirst) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const { result, rerender } = renderHook(({ around }) => use(around), {
    initialProps: { around: 'a' },
  })
  expect(result.current()).toBe(isAtFirst)
  vi.advanceTimersByTime(bounceMs + 1)
  expect(result.current()).toBe(true)
  rerender({ around: 'b' })
  expect(result.current()).toBe(false)
  rerender({ around: 'b' })
  vi.advanceTimersByTime(bounceMs + 1)
  expect(result.current()).toBe(true)
})
