import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useAlerts } from './use-alerts.ts'

it('the newest three are shown, and whatever stays until it is dismissed', () => {
  const { result } = renderHook(useAlerts)
  act(() => {
    result.current.say('danger', 'lost', { stays: true })
    for (const text of ['1', '2', '3', '4']) result.current.say('info', text)
  })
  expect(result.current.alerts.map(({ text }) => text)).toEqual(['lost', '2', '3', '4'])
  act(() => result.current.dismissAll(new Set(['3', 'lost'])))
  expect(result.current.alerts.map(({ text }) => text)).toEqual(['2', '4'])
})
