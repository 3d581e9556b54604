import { type FormEvent, useId, useState } from 'react'
import { slotsOfDay } from '../../../shared/shifts/tent-shifts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { halfHourText } from '../words/time-words.ts'
import styles from './painter.module.css'
import type { Sign, Stroke } from './week.ts'
import { signs, signWords } from './words.ts'

type AddTimeProps = { days: readonly string[]; onAdd: (stroke: Stroke, sign: Sign) => void }

const times = Array.from({ length: slotsOfDay + 1 }, (_, halfHour) => halfHour)

/** Adds a range of time by a form, for people who do not want to paint. */
export function AddTime({ days, onAdd }: AddTimeProps) {
  const titleId = useId()
  const [day, setDay] = useState('all')
  const [from, setFrom] = useState(2)
  const [to, setTo] = useState(14)
  const [sign, setSign] = useState<Sign>('1')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first, last] = day === 'all' ? [0, days.length - 1] : [Number(day), Number(day)]
    onAdd({ from: { day: first, halfHour: from }, to: { day: last, halfHour: to - 1 } }, sign)
  }
  return (
    <form className={styles['add']} aria-labelledby={titleId} onSubmit={submit}>
      <h3 id={titleId}>Set times without drawing</h3>
      <SelectField
        label="Day"
        value={day}
        options={[['all', 'Every day'], ...days.map((name, index) => [`${index}`, name] as const)]}
        onChange={setDay}
      />
      <SelectField
        label="From"
        value={`${from}`}
        options={times.slice(0, -1).map((time) => [`${time}`, halfHourText(time)] as const)}
        onChange={(value) => {
          setFrom(Number(value))
          setTo(Math.max(to, Number(value) + 1))
        }}
      />
      <SelectField
        label="To"
        value={`${to}`}
        options={times.slice(from + 1).map((time) => [`${time}`, endText(time)] as const)}
        onChange={(value) => setTo(Number(value))}
      />
      <SelectField
        label="I am"
        value={sign}
        options={signs.map((one) => [one, signWords[one]] as const)}
        onChange={(value) => setSign(value as Sign)}
      />
      <Button variant="quiet" type="submit">
        Set
      </Button>
    </form>
  )
}

/** The end of a day is "midnight", not the time at which it begins. */
function endText(halfHour: number): string {
  return halfHour === slotsOfDay ? 'midnight' : halfHourText(halfHour)
}
