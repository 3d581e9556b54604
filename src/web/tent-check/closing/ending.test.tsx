import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../../../tests/support/show.tsx'
import { bounceMs } from '../../ui/use-settled.ts'
import { Ending } from './ending.tsx'

it('the last mark is undone by a tap once its button has been there for a second, by a key at once', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const onUndo = vi.fn()
  const { user } = show(<Ending last={{ words: 'the last mark: B', onUndo }} onEnd={() => {}} />)
  const undo = screen.getByRole('button', { name: 'Undo the last mark: B' })
  await user.click(undo)
  expect(onUndo).not.toHaveBeenCalled()
  await user.keyboard('{Enter}')
  expect(onUndo).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(bounceMs + 1)
  await user.click(undo)
  expect(onUndo).toHaveBeenCalledTimes(2)
})
