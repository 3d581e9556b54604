import { cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { Confirm } from './confirm.tsx'

it('a question whose act is on its way cannot be left before that is over', () => {
  const onNo = vi.fn()
  const question = (busy: boolean) => (
    <Confirm title="End it?" yes="End" no="Not yet" busy={busy} onYes={() => {}} onNo={onNo}>
      It ends.
    </Confirm>
  )
  onTestFinished(cleanup)
  const { rerender } = render(question(true))
  const leave = () => {
    const dialog = screen.getByRole('dialog', { hidden: true })
    fireEvent(dialog, createEvent('cancel', dialog, { cancelable: true }))
    fireEvent.click(screen.getByRole('button', { name: 'Not yet', hidden: true }))
  }
  leave()
  expect(onNo).not.toHaveBeenCalled()
  screen.getByText('It is being sent…')
  rerender(question(false))
  expect(screen.queryByText('It is being sent…')).toBeNull()
  leave()
  expect(onNo).toHaveBeenCalledTimes(2)
})

it('a question that the browser closes itself while its act is on its way is still there', () => {
  onTestFinished(cleanup)
  render(
    <Confirm title="End it?" yes="End" no="Not yet" busy onYes={() => {}} onNo={() => {}}>
      It ends.
    </Confirm>,
  )
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { hidden: true })
  dialog.close()
  expect(dialog.open).toBe(true)
})
