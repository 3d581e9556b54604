import { type FormEvent, useRef, useState } from 'react'
import { counted } from '../../../shared/counted.ts'
import { slotMs } from '../../../shared/shifts/slots.ts'
import type { ShiftSettings, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { lengthText } from '../../ui/time-words.ts'
import { type Changing, useChange } from '../picture/use-change.tsx'
import styles from './planning.module.css'
import { planningTexts } from './texts.ts'

const slotFields = [
  ['minSlots', 'Shortest shift', [0, 1, 2, 3, 4, 6, 8]],
  ['maxDaySlots', 'Longest run of day shifts', [2, 4, 6, 8, 10, 12, 16, 24, 48]],
  ['breakSlots', 'Break between two shifts', [0, 1, 2, 4, 6, 8, 12, 16]],
] as const

/** Limits of a plan, and whether swaps need approval. */
export function Settings({ picture }: { picture: TentShifts }) {
  const [isOpen, setOpen] = useState(false)
  const summary = useRef<HTMLElement>(null)
  const saving = useChange(picture.tent.id)
  return (
    <div>
      <details
        className={styles['more']}
        open={isOpen}
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary ref={summary}>Rules for plans</summary>
        <SettingsForm
          picture={picture}
          saving={saving}
          onSaved={() => {
            setOpen(false)
            summary.current?.focus()
          }}
        />
      </details>
      {saving.said}
    </div>
  )
}

type Limits = ShiftSettings['limits']

/** Only what was edited; all else shows what is saved, by others too. */
type Edited = { limits?: Partial<Limits>; approvesSwaps?: boolean }
const untouched: Edited = {}

type SettingsFormProps = { picture: TentShifts; saving: Changing; onSaved: () => void }

function SettingsForm({ picture, saving, onSaved }: SettingsFormProps) {
  const { settings, tent } = picture
  const [edited, setEdited] = useState(untouched)
  const { run, busy } = saving
  const limits: Limits = { ...settings.limits, ...edited.limits }
  const { approvesSwaps = settings.approvesSwaps } = edited
  const changes = {
    ...(JSON.stringify(limits) !== JSON.stringify(settings.limits) && { limits }),
    ...(approvesSwaps !== settings.approvesSwaps && { approvesSwaps }),
  }
  const isEdited = Object.keys(changes).length > 0
  if (!isEdited && edited !== untouched) setEdited(untouched)
  const set = (more: Partial<Limits>) =>
    setEdited({ ...edited, limits: { ...edited.limits, ...more } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEdited) return
    run(async () => {
      await call('saveShiftSettings', changes, { params: { tentId: tent.id } })
      onSaved()
      return planningTexts.settingsSaved
    })
  }
  return (
    <form className={styles['fields']} onSubmit={submit}>
      {slotFields.map(([name, label, choices]) => (
        <SelectField
          key={name}
          label={label}
          value={`${limits[name]}`}
          options={withChosen(choices, limits[name]).map(
            (slots) => [`${slots}`, slots === 0 ? 'none' : lengthText(slots * slotMs)] as const,
          )}
          onChange={(value) => set({ [name]: Number(value) })}
        />
      ))}
      <SelectField
        label="A night hour counts"
        value={`${limits.nightWeight}`}
        options={withChosen([1, 1.25, 1.5, 2, 3], limits.nightWeight).map(
          (weight) => [`${weight}`, counted(weight, 'day hour')] as const,
        )}
        onChange={(value) => set({ nightWeight: Number(value) })}
      />
      <Switch
        label="Swaps wait until the captain or a deputy approves them"
        checked={approvesSwaps}
        onChange={(next) => setEdited({ ...edited, approvesSwaps: next })}
      />
      <Button variant="quiet" type="submit" busy={busy} aria-disabled={!isEdited}>
        Save
      </Button>
    </form>
  )
}

/** The choices including the current value. */
function withChosen(choices: readonly number[], chosen: number): number[] {
  return [...new Set([...choices, chosen])].sort((a, b) => a - b)
}
