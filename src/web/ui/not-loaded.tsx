import type { ReactNode } from 'react'
import { texts } from '../../shared/messages.ts'
import { Failed } from './failed.tsx'
import { Skeleton } from './skeleton.tsx'

type NotLoadedProps = {
  query: { isError: boolean; refetch: () => unknown }
  /** What could not be loaded, in words. */
  failed: string
  /** About as high as what comes, so that little moves then. */
  height?: string
  /** Holds the place instead, where what comes has a shape of its own. */
  waiting?: ReactNode
}

/** In the place of what a query has not brought yet: it is waited for, or can be tried again. */
export function NotLoaded({ query, failed, height = '8rem', waiting }: NotLoadedProps) {
  if (query.isError) return <Failed text={failed} onRetry={() => void query.refetch()} />
  return (
    waiting ?? (
      <div role="status" aria-busy="true" aria-label={texts.loading}>
        <Skeleton height={height} />
      </div>
    )
  )
}
