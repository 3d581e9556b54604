import { useQuery } from '@tanstack/react-query'
import { dayMs } from '../../shared/durations.ts'
import { call } from '../api/call.ts'
import { statisticsKey } from './use-checks-changed.ts'

/** The last `days` days, or `from` a time `to` another; without a start: since the first check. */
export type Span = { days?: number; from?: string; to?: string }

/** Statistics of the checks of a span, once they are asked for. */
export function useStatistics({ days, ...between }: Span, isAsked: boolean) {
  return useQuery({
    queryKey: [...statisticsKey, days, between],
    queryFn: () => {
      const from = days && { from: new Date(Date.now() - days * dayMs).toISOString() }
      return call('checkStatistics', undefined, { query: { ...between, ...from } })
    },
    enabled: isAsked,
  })
}
