import type { Period, SeasonRules } from '../../shared/season/contract.ts'
import { isWithoutChecks } from '../../shared/season/without-checks.ts'
import type { Tent } from '../../shared/tents/contract.ts'

/** The tents whose own numbers differ from the period's; a tent without one uses the period's. */
export function tentsThatDiffer(tents: readonly Tent[], period: Period): Tent[] {
  if (isWithoutChecks(period)) return []
  const differs = (own: number | null, required: number) => own !== null && own !== required
  return tents.filter(
    ({ dayNumber, nightNumber }) =>
      differs(dayNumber, period.day) || differs(nightNumber, period.night),
  )
}

/** The warning: how many tents differ from this period, and which number counts. */
export function differenceText(
  count: number,
  { tentNumbersWin }: Pick<SeasonRules, 'tentNumbersWin'>,
  period: Period,
): string {
  const tents =
    count === 1
      ? '1 tent carries a number of its own that differs'
      : `${count} tents carry numbers of their own that differ`
  const effect = tentNumbersWin
    ? 'By these rules a tent’s own number counts.'
    : 'By these rules the period’s number counts.'
  return `${tents} from those of ${period.name} (${period.day} by day, ${period.night} by night). ${effect}`
}
