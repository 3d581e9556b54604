import type { ReactNode } from 'react'
import { easternZone } from '../../../shared/eastern-time.ts'
import { useSeason } from '../../season/use-season.ts'
import { TimeZone } from '../../ui/times.ts'

/** Writes the times in it in the season's time zone, once that is loaded. */
export function InSeasonZone({ children }: { children: ReactNode }) {
  const { data } = useSeason()
  return <TimeZone value={data?.timeZone ?? easternZone}>{children}</TimeZone>
}
