import type { Night } from '../../shared/season/contract.ts'
import { weekdayNames } from '../../shared/season/local-time.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { firstClick } from '../ui/first-click.ts'
import { toggledDay } from './draft.ts'
import styles from './season.module.css'

type NightFieldsProps = {
  night: Night
  /** From 1. */
  place: number
  errorOf: (field: keyof Night) => string | undefined
  onChange: (change: Partial<Night>) => void
  onRemove: () => void
}

/** The night hours of some days of the week, named by the day on which the night ends. */
export function NightFields({ night, place, errorOf, onChange, onRemove }: NightFieldsProps) {
  const daysError = errorOf('days')
  return (
    <fieldset className={styles['night']}>
      <legend>Night {place}</legend>
      <fieldset className={styles['days']}>
        <legend>On the mornings of</legend>
        {weekdayNames.map((name, day) => (
          <button
            key={name}
            type="button"
            className={styles['day']}
            aria-pressed={night.days.includes(day)}
            onClick={() => onChange({ days: toggledDay(night.days, day) })}
          >
            {name}
          </button>
        ))}
        {daysError && <p className={styles['error']}>{daysError}</p>}
      </fieldset>
      <Field
        label={night.from > night.to ? 'From, the evening before' : 'From'}
        type="time"
        value={night.from}
        error={errorOf('from')}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <Field
        label="To"
        type="time"
        value={night.to}
        error={errorOf('to')}
        onChange={(event) => onChange({ to: event.target.value })}
      />
      <Button variant="quiet" aria-label={`Remove night ${place}`} onClick={firstClick(onRemove)}>
        Remove
      </Button>
    </fieldset>
  )
}
