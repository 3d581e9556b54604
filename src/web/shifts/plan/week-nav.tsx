import { dayAfter } from '../../../shared/shifts/slots.ts'
import { Button } from '../../ui/button.tsx'
import type { PartProps } from '../picture/use-shifts.ts'
import { dayIn, zoneBeside } from '../words/spans.ts'
import { daysText } from '../words/time-words.ts'
import styles from './plan.module.css'

/** Chooses the days shown. */
export function WeekNav({ title, picture, shown, onShow }: PartProps & { title: string }) {
  const { timeZone, now } = picture
  const { days } = shown
  const isToday = shown.from === null
  const zone = zoneBeside(timeZone, now)
  const asked = shown.from ?? dayIn(timeZone, now)
  return (
    <div className={styles['week']}>
      <h2>
        {title}: {daysText(picture)}
        {zone && `,${zone}`}
      </h2>
      <div className={styles['ways']}>
        <Button
          variant="quiet"
          aria-label="The days before"
          onClick={() => onShow({ from: dayAfter(asked, -days), days })}
        >
          ‹
        </Button>
        <Button
          variant="quiet"
          aria-disabled={isToday}
          onClick={() => onShow({ from: null, days })}
        >
          Today
        </Button>
        <Button
          variant="quiet"
          aria-label="The days after"
          onClick={() => onShow({ from: dayAfter(asked, days), days })}
        >
          ›
        </Button>
        <Button
          variant="quiet"
          onClick={() => onShow({ from: shown.from, days: days === 7 ? 14 : 7 })}
        >
          {days === 7 ? 'Two weeks' : 'One week'}
        </Button>
      </div>
    </div>
  )
}
