import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { PageBar } from './page-bar.tsx'

it.each(['touchMove', 'wheel'] as const)(
  'the row of pages stays where a hand put it: %s',
  (how) => {
    let grow = () => {}
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(tell: () => void) {
          grow = tell
        }
        observe() {}
        disconnect() {}
      },
    )
    onTestFinished(() => {
      cleanup()
      vi.restoreAllMocks()
      vi.unstubAllGlobals()
    })
    // Each tab begins 100 px after the one before it.
    vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockImplementation(function (
      this: HTMLElement,
    ) {
      return [...(this.parentElement?.children ?? [])].indexOf(this) * 100
    })
    const pages = ['A', 'B', 'C'].map((order) => ({ first: order, last: order, tentCount: 1 }))
    const shown = (page: number) => (
      <PageBar pages={pages} left="1 1 1" page={page} presence={[]} onPage={() => {}} />
    )
    const { rerender } = render(shown(2))
    const row = screen.getByRole('presentation')
    row.scrollLeft = 20
    grow()
    expect(row.scrollLeft).toBe(200)
    fireEvent[how](row)
    row.scrollLeft = 20
    grow()
    expect(row.scrollLeft).toBe(20)
    rerender(shown(1))
    grow()
    expect(row.scrollLeft).toBe(100)
  },
)
