import { useRef } from 'react'
import type { Night, Period } from '../../shared/season/contract.ts'
import {
  nightsAtMost,
  periodsAtMost,
  ranges,
  seasonNameLength,
} from '../../shared/season/problems.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Switch } from '../ui/switch.tsx'
import { type Draft, problemsByField, withNewNight, withNewPeriod } from './draft.ts'
import { NightFields } from './night-fields.tsx'
import { NumberField } from './number-field.tsx'
import { PeriodFields } from './period-fields.tsx'
import styles from './season.module.css'
import { numberInputs, sentence, switchTexts } from './words.ts'

type RulesFieldsProps = { draft: Draft; onEdit: (draft: Draft) => void }

/** Every field of the rules, with its problem beside it. */
export function RulesFields({ draft, onEdit }: RulesFieldsProps) {
  const periodsHead = useRef<HTMLHeadingElement>(null)
  const nightsHead = useRef<HTMLHeadingElement>(null)
  // The last row goes with its button. Not to “Add”, which a held Enter would press.
  const focusAfterPeriod = useFocusAfter(draft.periods.length, () => periodsHead.current)
  const focusAfterNight = useFocusAfter(draft.nights.length, () => nightsHead.current)
  const setPeriods = (periods: Period[]) => onEdit({ ...draft, periods })
  const setNights = (nights: Night[]) => onEdit({ ...draft, nights })
  const problems = problemsByField(draft)
  const errorOf = (field: string) => {
    const text = problems.get(field)
    return text === undefined ? undefined : sentence(text)
  }
  return (
    <>
      <div className={styles['fields']}>
        <Field
          label="Name of the season"
          value={draft.name}
          maxLength={seasonNameLength}
          autoComplete="off"
          error={errorOf('name')}
          onChange={(event) => onEdit({ ...draft, name: event.target.value })}
        />
        <TimeZoneField
          value={draft.timeZone}
          error={errorOf('timeZone')}
          onChange={(timeZone) => onEdit({ ...draft, timeZone })}
        />
      </div>
      <Switch
        label={switchTexts.inSeason(draft.inSeason)}
        checked={draft.inSeason}
        onChange={(inSeason) => onEdit({ ...draft, inSeason })}
      />
      <h5 ref={periodsHead} tabIndex={-1}>
        Periods
      </h5>
      <p className="muted">
        Each lasts until the next one begins, the last one until the end of the season. 0 by day and
        by night: no checks. All times are local times of the season.
      </p>
      {draft.periods.map((period, index) => (
        <PeriodFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, and its name and times change while it is edited
          key={index}
          period={period}
          place={index + 1}
          errorOf={(field) => errorOf(`periods.${index}.${field}`)}
          onChange={(change) => setPeriods(draft.periods.with(index, { ...period, ...change }))}
          onRemove={() =>
            focusAfterPeriod(async () => setPeriods(draft.periods.toSpliced(index, 1)))
          }
        />
      ))}
      <div className={styles['fields']}>
        <Field
          label="The season ends"
          type="datetime-local"
          value={draft.ends}
          error={errorOf('ends')}
          onChange={(event) => onEdit({ ...draft, ends: event.target.value })}
        />
      </div>
      <Button
        variant="quiet"
        aria-disabled={draft.periods.length >= periodsAtMost}
        onClick={() => onEdit(withNewPeriod(draft))}
      >
        Add a period
      </Button>
      <h5 ref={nightsHead} tabIndex={-1}>
        Nights
      </h5>
      <p className="muted">All other hours are day.</p>
      {draft.nights.map((night, index) => (
        <NightFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, and its name and times change while it is edited
          key={index}
          night={night}
          place={index + 1}
          errorOf={(field) => errorOf(`nights.${index}.${field}`)}
          onChange={(change) => setNights(draft.nights.with(index, { ...night, ...change }))}
          onRemove={() => focusAfterNight(async () => setNights(draft.nights.toSpliced(index, 1)))}
        />
      ))}
      <Button
        variant="quiet"
        aria-disabled={draft.nights.length >= nightsAtMost}
        onClick={() => onEdit(withNewNight(draft))}
      >
        Add a night
      </Button>
      <h5>Numbers</h5>
      <Switch
        label={switchTexts.tentNumbersWin(draft.tentNumbersWin)}
        checked={draft.tentNumbersWin}
        onChange={(tentNumbersWin) => onEdit({ ...draft, tentNumbersWin })}
      />
      <div className={styles['fields']}>
        {numberInputs.map(([field, label, unit]) => (
          <NumberField
            key={field}
            label={label}
            unit={unit && `${unit}s`}
            value={draft[field]}
            range={ranges[field]}
            error={errorOf(field)}
            onChange={(value) => onEdit({ ...draft, [field]: value })}
          />
        ))}
      </div>
    </>
  )
}

const zonesId = 'season-time-zones'

function TimeZoneField(props: {
  value: string
  error: string | undefined
  onChange: (timeZone: string) => void
}) {
  return (
    <>
      <Field
        label="Time zone"
        value={props.value}
        error={props.error}
        list={zonesId}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => props.onChange(event.target.value.trim())}
      />
      <datalist id={zonesId}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
