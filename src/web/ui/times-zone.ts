import { useCallback, useContext } from 'react'
import { easternZone } from '../../shared/eastern-time.ts'
import { localTimeOf } from '../../shared/season/local-time.ts'
import { deviceZone, TimeZone, zoneText } from './times.ts'

/**
 * ` Los Angeles time`: a time zone, where a clock of `otherZone` shows another time at that moment;
 * else ''.
 */
export function zoneWhereOther(timeZone: string, otherZone: string, at: number): string {
  const isSame = localTimeOf(at, timeZone) === localTimeOf(at, otherZone)
  return isSame ? '' : ` ${zoneText(timeZone)}`
}

/** ` Eastern`, behind the time of a mark, where the season or the device has another; else ''. */
export function easternName(seasonZone: string, device: string, at: number): string {
  return zoneWhereOther(easternZone, seasonZone, at) || zoneWhereOther(easternZone, device, at)
}

/**
 * Returns what follows a time of `useTimes` beside marks: the zone, where marks or the device have
 * another; else ''.
 */
export function useZoneName(): (at: string | number) => string {
  const zone = useContext(TimeZone)
  return useCallback(
    (at) => {
      const moment = new Date(at).getTime()
      return zoneWhereOther(zone, easternZone, moment) || zoneWhereOther(zone, deviceZone(), moment)
    },
    [zone],
  )
}
