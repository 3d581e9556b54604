import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const app = `
  globalThis.timesAwake = (globalThis.timesAwake || 0) + 1
  dispatchEvent(new Event('awake'))
`
/** Tells that the page was painted. */
let painted = () => {}
const timesAwake = () => (globalThis as { timesAwake?: number }).timesAwake ?? 0
let before = 0

beforeEach(async () => {
  before = timesAwake()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
      constructor(tell: () => void) {
        painted = tell
      }
    },
  )
  document.head.innerHTML = `<meta><script data-parts="/a.js /b.js"></script>`
  // Each time another address: a module is read once.
  const script = document.querySelector('script')
  const source = encodeURIComponent(`${app}; ${Math.random()}`)
  script?.setAttribute('data-app', `data:text/javascript,${source}`)
  vi.resetModules()
  await import('./wake.ts')
})

afterEach(() => {
  document.head.replaceChildren()
  document.body.replaceChildren()
})

function preloaded(): (string | null)[] {
  const links = document.querySelectorAll('link[rel=modulepreload]')
  return [...links].map((link) => link.getAttribute('href'))
}

it('wakes a page once it was painted, with the parts of its screen', async () => {
  expect([preloaded(), timesAwake()]).toEqual([[], before])
  painted()
  await expect.poll(timesAwake).toBe(before + 1)
  expect(preloaded()).toEqual(['/a.js', '/b.js'])
})

it('wakes it a second after it is there where no paint is told', async () => {
  vi.useFakeTimers()
  dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(999)
  expect(preloaded()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(preloaded()).toEqual(['/a.js', '/b.js'])
  vi.useRealTimers()
  await expect.poll(timesAwake).toBe(before + 1)
})

it.each(['pointerdown', 'keydown', 'focusin'])('wakes it at a %s, and only once', async (sign) => {
  dispatchEvent(new Event(sign))
  dispatchEvent(new Event(sign))
  painted()
  await expect.poll(timesAwake).toBe(before + 1)
  expect(preloaded()).toEqual(['/a.js', '/b.js'])
})

it('taps the button again that was tapped last while the page was asleep, once', async () => {
  document.body.innerHTML = '<button>Menu</button><button><b>Register</b></button>'
  const heard: (string | null)[] = []
  document.body.addEventListener('click', ({ target }) => {
    heard.push(target instanceof Element ? target.textContent : null)
  })
  const [menu, register] = document.querySelectorAll('button')
  menu?.click()
  register?.querySelector('b')?.click()
  painted()
  await expect.poll(() => heard).toEqual(['Menu', 'Register', 'Register'])
  menu?.click()
  expect(heard).toEqual(['Menu', 'Register', 'Register', 'Menu'])
})
