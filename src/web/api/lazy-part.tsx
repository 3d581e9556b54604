import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { retryAfterMs } from './retry-after.ts'

/**
 * A part of a screen that is loaded when needed. A load that fails is tried again, until only loading
 * the page again helps: then a button does that. `Waiting`: what is shown while it loads. Its `load`
 * loads it before it is needed.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting: ComponentType = () => <Skeleton width="60%" height="1.5rem" />,
) {
  const Loaded = lazy(async () => ({
    default: ((await loadedAtLast(load)) ?? Lost) as ComponentType,
  }))
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
  // The error of a stylesheet does not bubble: it is heard only in the capture phase.
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

/** null: only loading the page again helps. */
async function loadedAtLast<Props>(
  load: () => Promise<ComponentType<Props>>,
  failures = 1,
): Promise<ComponentType<Props> | null> {
  try {
    await loadFailedStyles()
    return await load()
  } catch {
    if (failures > 2 && (await isServerThere())) return null
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs(failures)))
    return loadedAtLast(load, failures + 1)
  }
}

/**
 * Does the server answer? Then it has another version of the app, or the browser keeps the failure
 * for as long as the page is open, as Chromium 150 does.
 */
async function isServerThere(): Promise<boolean> {
  try {
    return (await (await fetch('/', { cache: 'no-store' })).text()).includes('id="root"')
  } catch {
    return false
  }
}

/** One for each missing part that is shown: the first shows the message for all. */
const missing: ((says: boolean) => void)[] = []

function useSaysIt(): boolean {
  const [says, setSays] = useState(false)
  useEffect(() => {
    missing.push(setSays)
    missing[0]?.(true)
    return () => {
      missing.splice(missing.indexOf(setSays), 1)
      missing[0]?.(true)
    }
  }, [])
  return says
}

function Lost() {
  const isSaid = useSaysIt()
  return (
    <div>
      {isSaid && <p role="alert">A part of this page could not be loaded.</p>}
      <Button variant="quiet" onClick={() => location.reload()}>
        Load this page again
      </Button>
    </div>
  )
}
