import { applyStoredTheme } from './layout/theme.ts'

// The first script of a drawn page. The others come once the page is painted: none of them delays
// what there is to read. Whoever is quicker and touches or types wakes it at once, and a button that
// was tapped meanwhile is not tapped in vain.

/** What the build names: the app, and the parts that this screen needs of it. */
const { app = '', parts = '' } =
  document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? {}
const unpaintedMs = 1000
const signs = ['pointerdown', 'keydown', 'focusin'] as const
let isAwake = false
let tapped: HTMLButtonElement | null = null

applyStoredTheme()
for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true })
addEventListener('click', rememberTap, { capture: true, passive: true })
// A page that is behind others is not painted, and some browsers do not tell when one is.
addEventListener('load', () => setTimeout(wake, document.hidden ? 0 : unpaintedMs))
new PerformanceObserver(wake).observe({ type: 'paint', buffered: true })

function wake(): void {
  if (isAwake) return
  isAwake = true
  for (const sign of signs) removeEventListener(sign, wake, { capture: true })
  // All at once, and not each when the one before has been read.
  for (const part of parts.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href: part })
    document.head.append(link)
  }
  addEventListener('awake', tapAgain, { once: true })
  void import(/* @vite-ignore */ app)
}

function tapAgain(): void {
  removeEventListener('click', rememberTap, { capture: true })
  tapped?.click()
}

function rememberTap({ target }: Event): void {
  if (target instanceof Element) tapped = target.closest('button') ?? tapped
}
