import { beforeEach, expect, it, vi } from 'vitest'

const origin = 'https://tents.test'

/** An open window as the worker sees it, and what is asked of it. */
const windowAt = (path: string) => {
  const page = { url: origin + path, focus: vi.fn(), navigate: vi.fn() }
  page.navigate.mockResolvedValue(page)
  return page
}

/** Loads the worker with these windows open; a tap on a notification that leads to `url`. */
const tapAt = async (url: string, windows: ReturnType<typeof windowAt>[]) => {
  const listeners = new Map<string, (event: object) => void>()
  const openWindow = vi.fn()
  vi.stubGlobal('BUILD', { name: 'one', files: [] })
  vi.stubGlobal('self', {
    addEventListener: (kind: string, listener: (event: object) => void) =>
      listeners.set(kind, listener),
    location: { origin },
    clients: { matchAll: async () => windows, openWindow },
  })
  await vi.importActual('./service-worker.ts')
  const close = vi.fn()
  const done: Promise<void>[] = []
  listeners.get('notificationclick')?.({
    notification: { close, data: { url } },
    waitUntil: (work: Promise<void>) => done.push(work),
  })
  await Promise.all(done)
  expect(close).toHaveBeenCalledOnce()
  return openWindow
}

beforeEach(() => void vi.resetModules())

it.each(['/profile', '/profile#main', '/profile#'])(
  'a tap shows the window that is at %s, and loads none',
  async (path) => {
    const [other, there] = [windowAt('/shifts'), windowAt(path)]
    const openWindow = await tapAt('/profile', [other, there])
    expect(there.focus).toHaveBeenCalledOnce()
    for (const { navigate } of [other, there]) expect(navigate).not.toHaveBeenCalled()
    expect(openWindow).not.toHaveBeenCalled()
  },
)

it('a tap leads a window that is elsewhere to it', async () => {
  const other = windowAt('/shifts')
  const openWindow = await tapAt('/profile', [other])
  expect(other.navigate).toHaveBeenCalledExactlyOnceWith(`${origin}/profile`)
  expect(other.focus).toHaveBeenCalledOnce()
  expect(openWindow).not.toHaveBeenCalled()
})

it.each([
  ['/profile', `${origin}/profile`],
  ['https://elsewhere.test/profile', origin],
])('with no window open, a tap to %s opens %s', async (url, opened) => {
  expect(await tapAt(url, [])).toHaveBeenCalledExactlyOnceWith(opened)
})
