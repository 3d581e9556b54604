import { type ComponentType, lazy, Suspense } from 'react'
import { Skeleton } from '../ui/skeleton.tsx'
import { retryAfterMs } from './retry-after.ts'

/** A part of a screen that is loaded when needed, and tried again until it is loaded. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: (await loadedAtLast(load)) as ComponentType }))
  const Part = (props: Props) => (
    <Suspense fallback={<Skeleton width="60%" height="1.5rem" />}>
      <Loaded {...props} />
    </Suspense>
  )
  return { Part, load }
}

async function loadedAtLast<T>(load: () => Promise<T>, failures = 0): Promise<T> {
  try {
    return await load()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, retryAfterMs(failures + 1)))
    return loadedAtLast(load, failures + 1)
  }
}
