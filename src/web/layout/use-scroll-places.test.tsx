import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { keepInTab, placesKey, takeFromTab } from '../api/storage-of-tab.ts'

/** What the page would be at in a browser: how high it is, and how far down it is scrolled. */
const page = { height: 0, y: 0 }
const seenHeight = 600
let grown = () => {}

function scrollPageTo(y: number) {
  page.y = Math.max(0, Math.min(y, page.height - seenHeight))
}
function growTo(height: number) {
  page.height = height
  grown()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(tell: () => void) {
        grown = tell
      }
      observe() {}
      disconnect() {
        grown = () => {}
      }
    },
  )
  vi.stubGlobal('innerHeight', seenHeight)
  vi.stubGlobal('scrollTo', (_: number, y: number) => scrollPageTo(y))
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => page.y)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => page.height)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([
    { type: 'reload' } as PerformanceNavigationTiming,
  ])
  onTestFinished(() => {
    cleanup()
    keepInTab(placesKey, null)
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
})

const stored = () => JSON.stringify(takeFromTab(placesKey))

/** Loads the page at this address, with what the tab kept, as it is this high and this far down. */
async function load(address: string, height: number, y = 0) {
  cleanup()
  Object.assign(page, { height, y })
  vi.resetModules()
  history.replaceState(null, '', address)
  const { Routing } = await import('../routing/location.tsx')
  const { Link } = await import('../routing/link.tsx')
  const { useScrollPlaces } = await import('./use-scroll-places.ts')
  function Places({ isSignedIn }: { isSignedIn: boolean }) {
    useScrollPlaces(isSignedIn)
    return (
      <>
        <Link to="#part">To the part</Link>
        <input aria-label="Search" />
        <section id="part" aria-label="The part" />
      </>
    )
  }
  const at = (isSignedIn: boolean) => (
    <Routing>
      <Places isSignedIn={isSignedIn} />
    </Routing>
  )
  const { rerender } = render(at(true))
  return { signOut: () => rerender(at(false)) }
}
const leave = () => act(() => void dispatchEvent(new Event('pagehide')))

/** Loaded again, and too short by now for where it was left. */
async function loadShorter() {
  await load('/faq', 3000)
  scrollPageTo(1500)
  dispatchEvent(new Event('scroll'))
  leave()
  await load('/faq', 1000, 400)
  growTo(1200)
  expect(page.y).toBe(600)
}

it.each([
  ['where nobody moves', () => {}, 1500],
  ['but not after it scrolled elsewhere by itself', () => void scrollAt(100), 100],
  ['nor after some seconds', () => void vi.advanceTimersByTime(5000), 600],
  ['but also later while it is loading', () => void loadFor(20_000), 1500],
  [
    'but not some seconds after it has loaded',
    () => {
      loadFor(20_000)
      vi.advanceTimersByTime(5000)
    },
    600,
  ],
])('an old place is reached once the page is long enough, %s', async (_, happens, expected) => {
  await loadShorter()
  happens()
  growTo(3000)
  expect(page.y).toBe(expected)
})
function scrollAt(y: number) {
  scrollPageTo(y)
  dispatchEvent(new Event('scroll'))
}

function loadFor(ms: number) {
  document.body.setAttribute('aria-busy', 'true')
  vi.advanceTimersByTime(ms)
  document.body.removeAttribute('aria-busy')
}

it('an old place is found also where the browser has not looked for it', async () => {
  await load('/faq', 3000)
  scrollAt(1500)
  leave()
  await load('/faq', 3000)
  expect(page.y).toBe(1500)
})

it('the token of a one-time link is not stored', async () => {
  await load('/reset-password#a-token', 3000)
  scrollAt(200)
  leave()
  expect(stored()).toContain('/reset-password')
  expect(stored()).not.toContain('a-token')
})

it('the part that an address names is another entry than its screen', async () => {
  await load('/history#part', 3000)
  scrollAt(1500)
  leave()
  await load('/history', 3000)
  expect(page.y).toBe(0)
})

it('a sign-out forgets where one was', async () => {
  const { signOut } = await load('/profile', 3000)
  scrollAt(1500)
  signOut()
  leave()
  expect(stored()).not.toContain('profile')
})

it('the browser looks for places itself only until it shows the page again', async () => {
  await load('/faq', 3000)
  leave()
  expect(history.scrollRestoration).toBe('auto')
  dispatchEvent(new Event('pageshow'))
  expect(history.scrollRestoration).toBe('manual')
})

it('a link to a part takes the focus there, also where the part could not have it', async () => {
  await load('/faq', 3000)
  screen.getByText('To the part').focus()
  fireEvent.click(screen.getByText('To the part'))
  const part = screen.getByRole('region', { name: 'The part' })
  expect(document.activeElement).toBe(part)
  expect(part.getAttribute('tabindex')).toBe('-1')
})

it('a field that is typed in keeps the focus, wherever the address leads', async () => {
  await load('/faq', 3000)
  const field = screen.getByRole('textbox', { name: 'Search' })
  field.focus()
  fireEvent.click(screen.getByText('To the part'))
  expect(location.hash).toBe('#part')
  expect(document.activeElement).toBe(field)
})

it('the part that the first address names takes no focus', async () => {
  await load('/faq#part', 3000)
  expect(document.activeElement).toBe(document.body)
})
