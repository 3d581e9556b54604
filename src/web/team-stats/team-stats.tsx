import { useQuery } from '@tanstack/react-query'
import { unknownStats } from '../../shared/team-stats/unknown.ts'
import { call } from '../api/call.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Stat } from '../ui/stat.tsx'

const boxes = [
  ['AP RANK', 'rank'],
  ['RECORD', 'record'],
  ['STANDING', 'standing'],
  ['NEXT OPPONENT', 'nextOpponent'],
] as const

/** The team's stat boxes of the home page. Specification 2. */
export function TeamStats() {
  const { data, isPending, isError } = useQuery({
    queryKey: ['team-stats'],
    queryFn: () => call('teamStats'),
  })
  return boxes.map(([label, field]) => (
    <Stat
      key={field}
      label={label}
      value={isPending ? <Skeleton width="4ch" /> : (data ?? unknownStats)[field]}
      note={isError && data === undefined && 'Could not be loaded.'}
    />
  ))
}
