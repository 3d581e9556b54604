import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AllInSight } from '../../../tests/support/all-in-sight.ts'
import { Embed } from './embed.tsx'
import { communityTexts } from './texts.ts'

it('asks its site for nothing before it is scrolled to', () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class extends AllInSight {
      override observe() {}
    },
  )
  const asked = vi.fn()
  vi.stubGlobal('fetch', asked)
  const { container, unmount } = render(
    <Embed name="The playlist" url="https://a.example/list" embedUrl="about:blank" />,
  )
  expect(container.querySelector('iframe')).toBeNull()
  expect(asked).not.toHaveBeenCalled()
  unmount()
  vi.unstubAllGlobals()
})

it('is framed, too, if it was far and in sight before the browser told of either', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class extends AllInSight {
      constructor(tell: ConstructorParameters<typeof AllInSight>[0]) {
        super((inSight) =>
          tell([...inSight.map((one) => ({ ...one, isIntersecting: false })), ...inSight]),
        )
      }
    },
  )
  vi.stubGlobal('fetch', async () => new Response())
  const { container, unmount } = render(
    <Embed name="The playlist" url="https://a.example/list" embedUrl="about:blank" />,
  )
  await waitFor(() => expect(container.querySelector('iframe')).not.toBeNull())
  unmount()
  vi.unstubAllGlobals()
})

it.each([
  [true, 'frames what can be had'],
  [false, 'stays a link where it cannot be had'],
])('%s: %s', async (isThere) => {
  vi.stubGlobal('IntersectionObserver', AllInSight)
  const asked = vi.fn(async () => {
    if (!isThere) throw new TypeError('Failed to fetch')
    return new Response()
  })
  vi.stubGlobal('fetch', asked)
  const { container, unmount } = render(
    <Embed name="The playlist" url="https://a.example/list" embedUrl="about:blank" />,
  )
  await waitFor(() => expect(container.querySelectorAll('iframe')).toHaveLength(isThere ? 1 : 0))
  if (!isThere) await screen.findByText(communityTexts.blocked)
  expect(screen.queryAllByText(communityTexts.blocked)).toHaveLength(isThere ? 0 : 1)
  expect(screen.getByRole('link', { name: 'The playlist' }).getAttribute('href')).toBe(
    'https://a.example/list',
  )
  expect(asked).toHaveBeenCalledWith(
    'about:blank',
    expect.objectContaining({
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }),
  )
  unmount()
  vi.unstubAllGlobals()
})
