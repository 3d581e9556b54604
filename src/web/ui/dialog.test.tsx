import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Dialog } from './dialog.tsx'

it.each([
  ['returns to where it was', 'Opens it', ''],
  ['stays where a link in it led', 'Elsewhere', 'Elsewhere'],
])('as a dialog closes, the focus %s', (_, expected, led) => {
  const page = (isOpen: boolean) => (
    <>
      <button type="button">Opens it</button>
      <button type="button">Elsewhere</button>
      {isOpen && (
        <Dialog title="Ants" onClose={() => {}} hasClose>
          Facts
        </Dialog>
      )}
    </>
  )
  const { rerender, unmount } = render(page(false))
  screen.getByText('Opens it').focus()
  rerender(page(true))
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  if (led !== '') screen.getByText(led).focus()
  rerender(page(false))
  expect(document.activeElement).toBe(screen.getByText(expected))
  unmount()
})
