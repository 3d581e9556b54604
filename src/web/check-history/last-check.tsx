import { useEffect } from 'react'
import { pathOfCheck } from '../../shared/screens.ts'
import { Link } from '../routing/link.tsx'
import { useTimes } from '../ui/times.ts'
import { checkHistoryTexts } from './texts.ts'
import { useChecks } from './use-checks.ts'
import { endingText, personText } from './words.ts'

/** The newest check that is over, in a line. */
export function LastCheck() {
  const { data, isError, refetch } = useChecks()
  const times = useTimes()
  // A check may just have ended.
  useEffect(() => void refetch(), [refetch])
  const last = data?.pages[0]?.checks.find(({ ending }) => ending !== null)
  if (last === undefined) {
    if (isError) return checkHistoryTexts.checksLoadFailed
    return data === undefined ? '…' : checkHistoryTexts.noneYet
  }
  const { id, startedAt, startedBy, tents, makes, misses } = last
  return (
    <>
      <Link to={pathOfCheck(id)}>{times.withDay(startedAt)}</Link>, by {personText(startedBy)} ·{' '}
      {endingText(last)} ·{' '}
      {tents === 0 ? checkHistoryTexts.checkUnreadable : `Makes ${makes} · Misses ${misses}`}
    </>
  )
}
