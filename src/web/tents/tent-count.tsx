import { community } from '../../shared/community.ts'
import { texts } from '../../shared/messages.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Stat } from '../ui/stat.tsx'
import { useTents } from './use-tents.ts'

/** The home page's stat box. Specification 2: falls back to TBD. */
export function TentCount() {
  const { data, isPending, isError, refetch } = useTents()
  const value = isPending ? <Skeleton width="2ch" /> : (data?.length ?? 'TBD')
  const failure = isError && data === undefined && (
    <>
      <span>The number of tents could not be loaded.</span>
      <Button variant="quiet" onClick={() => void refetch()}>
        {texts.tryAgainAction}
      </Button>
    </>
  )
  return (
    <Stat
      label={`NUMBER OF TENTS IN ${community.name.toUpperCase()}`}
      value={value}
      note={failure}
    />
  )
}
