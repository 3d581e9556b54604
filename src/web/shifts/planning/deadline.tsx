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
  /** null: nothing is typed that is not saved. */
  const [unsaved, setUnsaved] = useState<string | null>(null)
  if (unsaved === saved) setUnsaved(null)
  const typed = unsaved ?? saved
  const [refused, setRefused] = useState<string>()
  const { run, busy } = saving
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== '' && !isLocalTime(typed)) return setRefused(typed)
    run(async () => {
      const next = typed === '' ? null : new Date(instantOf(typed, timeZone)).toISOString()
      await call('saveShiftSettings', { deadline: next }, { params: { tentId: tent.id } })
      // A time that the clocks leave out is saved as the one after it.
      const kept = next === null ? '' : localTimeOf(Date.parse(next), timeZone)
      setUnsaved((now) => (now === typed ? kept : now))
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
        onChange={(event) => setUnsaved(event.target.value)}
      />
      <Button variant="quiet" type="submit" busy={busy} aria-disabled={typed === saved}>
        Save
      </Button>
    </form>
  )
}
