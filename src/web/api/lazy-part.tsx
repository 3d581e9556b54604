import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { retryAfterMs } from './retry-after.ts'

/**
 * A part of a screen that is loaded when needed, and tried again until it is loaded. `Waiting`: what
 * stands there until then. Its `load` loads it before it is needed.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = () => <Skeleton width="60%" height="1.5rem" />,
) {
  const Loaded = lazy(async () => ({ default: (await loadedAtLast(load)) as ComponentType }))
  const Part = (props: Props) => (
    <Suspense fallback={<Waiting />}>
      <Loaded {...props} />
    </Suspense>
  )
  return Object.assign(Part, { load })
}

/**
 * Stylesheets that failed to load. Whoever asks for a part again must ask for these: the build's own
 * loader asks for a stylesheet only once.
 */
const failedStyles = new Set<HTMLLinkElement>()
if (!import.meta.env.SSR) {
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  }
  // Such an event does not bubble.
  addEventListener('error', remember, { capture: true })
}

async function loadFailedStyles(): Promise<void> {
  const failed = [...failedStyles]
  failedStyles.clear()
  await Promise.all(
    failed.map(async (link) => {
      const again = document.createElement('link')
      again.rel = 'stylesheet'
      again.href = link.href
      const isLoaded = new Promise((resolve, reject) => {
        again.onload = resolve
        again.onerror = reject
      })
      link.replaceWith(again)
      await isLoaded
    }),
  )
}

async function loadedAtLast<T>(load: () => Promise<T>, failures = 0): Promise<T> {
  try {
    await loadFailedStyles()
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs(failures + 1)))
    return loadedAtLast(load, failures + 1)
  }
}
