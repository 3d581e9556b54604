import type { ReactNode } from 'react'
import { Failed } from './failed.tsx'
import { Loading } from './loading.tsx'

type NotLoadedProps = {
  query: { isError: boolean; refetch: () => unknown }
  /** What could not be loaded, in words. */
  failed: string
  /** About the height of what comes, so that little moves. */
  height?: string
  /** Shown while loading, instead of a plain placeholder. */
  waiting?: ReactNode
}

/** Shown until a query has data: a placeholder, or the failure with a button to try again. */
export function NotLoaded({ query, failed, height = '8rem', waiting }: NotLoadedProps) {
  if (query.isError) return <Failed text={failed} onRetry={() => void query.refetch()} />
  return waiting ?? <Loading height={height} />
}
