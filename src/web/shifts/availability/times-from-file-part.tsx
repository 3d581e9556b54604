import { lazyPart } from '../../api/lazy-part.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** Loaded separately: few have their times in a file. */
export const TimesFromFile = lazyPart(
  async () => (await import('./times-from-file.tsx')).TimesFromFile,
  () => <Skeleton height="var(--target)" />,
)
