import { texts } from '../../shared/messages.ts'
import { Skeleton } from './skeleton.tsx'

/** Holds the place of what is still loading. `height`: about that of what comes. */
export function Loading({ height }: { height: string }) {
  return (
    <div role="status" aria-busy="true" aria-label={texts.loading}>
      <Skeleton height={height} />
    </div>
  )
}
