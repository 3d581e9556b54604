import type { SeasonRules } from '../../shared/season/contract.ts'
import { instantOf, localTimeOf } from '../../shared/season/local-time.ts'
import { isWithoutChecks } from '../../shared/season/without-checks.ts'
import { deviceZone } from '../ui/times.ts'
import { localTimeText, textInZone } from './local-time-text.ts'
import styles from './timeline.module.css'
import { dayText, requiredText } from './words.ts'

const barTop = 14
const barHeight = 44

type TimelineProps = {
  rules: SeasonRules
  /** The moment shown, in milliseconds since 1970. */
  instant: number
}

/** The periods from left to right, as long as they last, with a line at the moment. */
export function Timeline({ rules, instant }: TimelineProps) {
  const { periods, ends, timeZone } = rules
  const [first] = periods
  if (first === undefined) return <p>There are no periods.</p>
  const begin = instantOf(first.from, timeZone)
  const inZone = (localTime: string) => textInZone(localTime, timeZone, deviceZone())
  const length = instantOf(ends, timeZone) - begin
  const placeOf = (time: number) => (100 * (time - begin)) / length
  const moment = placeOf(instant)
  const spoken = periods.map(
    (period) => `${period.name} from ${localTimeText(period.from)}, ${requiredText(period)}`,
  )
  return (
    <figure className={styles['figure']}>
      <svg
        width="100%"
        height="82"
        role="img"
        aria-label={`${spoken.join('; ')}; until ${inZone(ends)}`}
      >
        {periods.map((period, index) => {
          const from = placeOf(instantOf(period.from, timeZone))
          const next = periods[index + 1]?.from ?? ends
          const width = placeOf(instantOf(next, timeZone)) - from
          return (
            // Names that do not fit are cut off; the rules below have them in full.
            <svg
              key={period.name}
              x={`${from}%`}
              width={`${Math.max(0, width)}%`}
              height="82"
              aria-hidden="true"
            >
              <rect
                x="1"
                y={barTop}
                width="100%"
                height={barHeight}
                className={styles[`period${index % 4}`]}
              />
              <text x="8" y={barTop + 19} className={styles['name']}>
                {period.name}
              </text>
              <text x="8" y={barTop + 36} className={styles['numbers']}>
                {isWithoutChecks(period) ? 'no checks' : `${period.day} / ${period.night}`}
              </text>
              <text x="2" y={barTop + barHeight + 16} className={styles['day']}>
                {dayText(period.from)}
              </text>
            </svg>
          )
        })}
        {moment >= 0 && moment <= 100 && (
          <line
            x1={`${moment}%`}
            x2={`${moment}%`}
            y1="2"
            y2={barTop + barHeight + 4}
            className={styles['moment']}
          />
        )}
      </svg>
      <figcaption className="muted">
        Members required by day / by night; the line is {inZone(localTimeOf(instant, timeZone))}.
        Until {inZone(ends)}.
      </figcaption>
    </figure>
  )
}
