import { act, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openScreen, person, unanswered } from '../../../tests/support/show.tsx'
import { readStored, undoKeyPrefix, writeStored } from '../api/storage.ts'

const undo = {
  undoId: 'u1',
  id: 't1',
  checkId: 'c1',
  tentLabel: '47 Los Lobos',
  number: 5,
  markId: null,
  order: 1,
}

it('an undo that waits is shown on every screen, and sent from there', async () => {
  const monitor = { ...person, isLineMonitor: true }
  const opened = openScreen('/history', { undoMark: unanswered }, monitor)
  const key = `${undoKeyPrefix(person.netID)}${undo.undoId}`
  writeStored(key, JSON.stringify(undo))
  await screen.findByRole('link', { name: '1 undo waits' })
  opened.reply({ undoMark: { ok: true, number: 6 } })
  await act(async () => window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(screen.queryByRole('link', { name: '1 undo waits' })).toBeNull())
  expect(readStored(key)).toBeNull()
})
