import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Routing } from '../../routing/location.tsx'
import { DashboardNav } from './dashboard-nav.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  Reflect.deleteProperty(document.documentElement, 'scrollHeight')
  history.replaceState(null, '', '/')
})

/** A window of 500 px, scrolled down by as many, on a page of this height; Pages begins at `top` in it. */
function open({ hash = '', top = 126, height = 1000 }) {
  history.replaceState(null, '', `/${hash}`)
  const page = { height, grown: () => {} }
  class Grown {
    constructor(look: () => void) {
      page.grown = look
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', Grown)
  vi.stubGlobal('scrollY', 500)
  vi.stubGlobal('innerHeight', 500)
  const scrollHeight = { configurable: true, get: () => page.height }
  Object.defineProperty(document.documentElement, 'scrollHeight', scrollHeight)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(
    new DOMRect(0, top, 300, 300),
  )
  render(
    <>
      <DashboardNav mayChange={false} />
      <section id="pages">
        <section id="documents" />
      </section>
    </>,
    { wrapper: Routing },
  )
  return page
}

const current = () =>
  screen
    .getAllByRole('link')
    .flatMap((link) => (link.hasAttribute('aria-current') ? [link.textContent] : []))

it.each([
  ['the last place', '', 0, 'System'],
  ['the place that was linked to', '#pages', 100, 'Pages'],
  ['that of a part that was linked to', '#documents/policy', 100, 'Pages'],
  ['the last place where the linked one is above the window', '#pages', -300, 'System'],
  ['the last place where the linked one begins above the window', '#pages', -100, 'System'],
  ['the last place where the linked one is below the window', '#pages', 500, 'System'],
])('at the end of the page %s is marked', (_, hash, top, expected) => {
  open({ hash, top })
  act(() => void window.dispatchEvent(new Event('scroll')))
  expect(current()).toEqual([expected])
})

it.each([
  ['in the upper quarter of the window', 125, 'Pages'],
  ['above the window', -300, 'Pages'],
  ['further down', 126, 'Tonight'],
])('the last place that begins far up is marked: %s', (_, top, expected) => {
  open({ top, height: 2000 })
  expect(current()).toEqual([expected])
})

it('while the places are hidden the first one is marked', () => {
  // As a browser answers, where happy-dom has a place for what is hidden, too.
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue(
    Object.assign([], { item: () => null }),
  )
  open({ top: 0, height: 2000 })
  expect(current()).toEqual(['Tonight'])
})

it('whether the page is at its end is seen anew as the window or the page gets another size', () => {
  const page = open({ height: 2000 })
  expect(current()).toEqual(['Tonight'])
  page.height = 1000
  act(() => void window.dispatchEvent(new Event('resize')))
  expect(current()).toEqual(['System'])
  page.height = 2000
  act(() => page.grown())
  expect(current()).toEqual(['Tonight'])
})
