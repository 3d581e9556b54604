import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { shiftPerson, shiftsPicture } from '../../../../tests/support/shifts-picture.ts'
import { show } from '../../../../tests/support/show.tsx'
import { TimesFromFile } from './times-from-file.tsx'

it('times are read from today in the season’s zone on, whatever days are shown', async () => {
  const { user } = show(
    <TimesFromFile
      picture={shiftsPicture({ from: '2026-02-11' })}
      people={[shiftPerson('m1', 'Ann', { isMe: true })]}
    />,
  )
  const opened = vi.fn<(method: string, address: string) => void>()
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      open = opened
      send() {}
    },
  )
  await user.type(screen.getByLabelText('Cells'), 'x')
  await user.click(screen.getByRole('button', { name: 'Show what would change' }))
  expect(opened.mock.calls[0]?.[1]).toContain('from=2026-01-28')
})
