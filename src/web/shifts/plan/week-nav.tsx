import { dayAfter } from '../../../shared/shifts/slots.ts'
import { Button } from '../../ui/button.tsx'
import { dayText } from '../picture/time-words.ts'
import type { Shown } from '../picture/use-shifts.ts'
import styles from './plan.module.css'

type WeekNavProps = {
  title: string
  /** The first day that is shown; until the days of `shown` are loaded, that of those before. */
  from: string
  shown: Shown
  onShow: (shown: Shown) => void
}

/** Chooses the days shown. */
export function WeekNav({ title, from, shown, onShow }: WeekNavProps) {
  const { days } = shown
  const asked = shown.from ?? from
  return (
    <div className={styles['week']}>
      <h2>
        {title}: {dayText(from)} to {dayText(dayAfter(from, days - 1))}
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
          disabled={shown.from === null}
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
