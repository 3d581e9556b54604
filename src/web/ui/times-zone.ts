import { useContext, useMemo } from 'react'
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

/**
 * Returns a function that names the zone behind a time of the tent check: ` Eastern` for a mark's
 * time, else the season's zone. '' if the device and the other of these zones show the same time.
 */
export function useZoneAfter({ ofMarks = false } = {}): (at: string | number) => string {
  const season = useContext(TimeZone)
  return useMemo(() => {
    const [zone, other] = ofMarks ? [easternZone, season] : [season, easternZone]
    const device = deviceZone()
    return (at) => {
      const moment = new Date(at).getTime()
      return zoneWhereOther(zone, other, moment) || zoneWhereOther(zone, device, moment)
    }
  }, [season, ofMarks])
}
