import { community } from '../../shared/community.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Stat } from '../ui/stat.tsx'
import { TryAgain } from '../ui/try-again.tsx'
import { tentsTexts } from './texts.ts'
import { useTents } from './use-tents.ts'

/**
 * The home page's stat box. Specification 2: TBD if unknown. `isOff`: off season, when there are no
 * tents; undefined: not known yet.
 */
export function TentCount({ isOff }: { isOff: boolean | undefined }) {
  const { data, isPending, isError, refetch } = useTents()
  const isUnknown = isPending || isOff === undefined
  const count = isOff === true ? 0 : data?.length
  const value = isUnknown ? <Skeleton width="2ch" /> : (count ?? 'TBD')
  const failure = isError && data === undefined && (
    <>
      <span>{tentsTexts.countFailed}</span>
      <TryAgain onClick={() => void refetch()} />
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
