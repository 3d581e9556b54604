import { type FormEvent, useState } from 'react'
import { instantOf, isLocalTime, localTimeOf } from '../../../shared/season/local-time.ts'
import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { zoneName } from '../../ui/times.ts'
import type { Changing } from '../picture/use-change.tsx'
import styles from './planning.module.css'
import { planningTexts } from './texts.ts'

/** When everyone should have answered, by the season's clock. */
export function Deadline({ picture, saving }: { picture: TentShifts; saving: Changing }) {
  const { settings, timeZone, tent } = picture
  const { deadline } = settings
  const saved = deadline === null ? '' : localTimeOf(Date.parse(deadline), timeZone)
  const [{ typed, base }, setTyped] = useState({ typed: saved, base: saved })
  // Shows what was saved, here or elsewhere. A `key` would take the focus from the button.
  if (base !== saved) setTyped({ typed: saved, base: saved })
  const [refused, setRefused] = useState<string>()
  const { run, busy } = saving
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '' && !isLocalTime(typed)) return setRefused(typed)
    run(async () => {
      const next = typed === '' ? null : new Date(instantOf(typed, timeZone)).toISOString()
      await call('saveShiftSettings', { deadline: next }, { params: { tentId: tent.id } })
      return planningTexts.settingsSaved
    })
  }
  return (
    <form className={styles['row']} onSubmit={submit}>
      <Field
        label="Answer by"
        hint={`In ${zoneName(timeZone)}`}
        type="datetime-local"
        value={typed}
        error={typed === refused ? 'Check the year.' : undefined}
        onChange={(event) => setTyped({ typed: event.target.value, base })}
      />
      <Button variant="quiet" type="submit" busy={busy} aria-disabled={typed === saved}>
        Save
      </Button>
    </form>
  )
}
