import type { Period } from '../../shared/season/contract.ts'
import { periodNameLength, requiredRange } from '../../shared/season/problems.ts'
import { isWithoutChecks } from '../../shared/season/without-checks.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { firstClick } from '../ui/first-click.ts'
import { NumberField } from './number-field.tsx'
import styles from './season.module.css'

type PeriodFieldsProps = {
  period: Period
  /** From 1. */
  place: number
  errorOf: (field: keyof Period) => string | undefined
  onChange: (change: Partial<Period>) => void
  onRemove: () => void
}

/** One period: its name, when it begins, and how many members must be there. */
export function PeriodFields({ period, place, errorOf, onChange, onRemove }: PeriodFieldsProps) {
  return (
    <fieldset className={styles['period']}>
      <legend>
        Period {place}
        {isWithoutChecks(period) && ', without checks'}
      </legend>
      <Field
        label="Name"
        value={period.name}
        maxLength={periodNameLength}
        autoComplete="off"
        error={errorOf('name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label="Begins"
        type="datetime-local"
        value={period.from}
        error={errorOf('from')}
        onChange={(event) => onChange({ from: event.target.value })}
      />
      <NumberField
        label="By day"
        value={period.day}
        range={requiredRange}
        error={errorOf('day')}
        onChange={(day) => onChange({ day })}
      />
      <NumberField
        label="By night"
        value={period.night}
        range={requiredRange}
        error={errorOf('night')}
        onChange={(night) => onChange({ night })}
      />
      <Button
        variant="quiet"
        aria-label={`Remove the period ${period.name || place}`}
        onClick={firstClick(onRemove)}
      >
        Remove
      </Button>
    </fieldset>
  )
}
