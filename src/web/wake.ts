import { applyStoredTheme } from './layout/theme.ts'

// The first script of a drawn page. It loads the others after the page is painted, so that none of
// them delays reading. A touch or key press loads them at once, and a button tapped before they run
// still works.

/** Set by the build: the app's script, and the parts that this screen needs. */
const { app = '', parts = '' } =
  document.querySelector<HTMLScriptElement>('script[data-app]')?.dataset ?? {}
/** How long after `load` to wait for a first paint that may never be reported. */
const unpaintedMs = 1000
const signs = ['pointerdown', 'keydown', 'focusin'] as const
let isAwake = false
let tapped: HTMLButtonElement | null = null

applyStoredTheme()
for (const sign of signs) addEventListener(sign, wake, { capture: true, passive: true })
addEventListener('click', rememberTap, { capture: true, passive: true })
// Hidden pages are not painted, and some browsers do not report the first paint.
addEventListener('load', () => setTimeout(wake, document.hidden ? 0 : unpaintedMs))
new PerformanceObserver(wake).observe({ type: 'paint', buffered: true })

function wake(): void {
  if (isAwake) return
  isAwake = true
  for (const sign of signs) removeEventListener(sign, wake, { capture: true })
  // All in parallel.
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
