import { useState } from 'react'
import type { RosterEdit, Tent } from '../../../shared/tents/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { columnNames, numberFields, writtenFields } from '../../../shared/tents/roster-columns.ts'
import { call, hasCode } from '../../api/call.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { rosterTexts } from './texts.ts'

type Written = (typeof writtenFields)[number]
type Typed = Partial<Record<Written, string>>

type TentFormProps = {
  isOpen: boolean
  /** null: a new one. */
  tent: Tent | null
  onSaved: () => Promise<void>
  onClose: () => void
}

/**
 * The form for a tent. Only changed fields are sent, with what they were, because others may have
 * changed the tent meanwhile.
 */
export function TentForm({ isOpen, tent, onSaved, onClose }: TentFormProps) {
  const [typed, setTyped] = useState<Typed>({})
  /** What the typed fields were before. */
  const [was, setWas] = useState<Typed>({})
  const [isStale, setStale] = useState(false)
  const shownIn = (field: Written) => String(tent?.[field] ?? '')
  const edited = writtenFields.filter((field) => typed[field] !== undefined)
  // Once it was refused, the form shows what these fields are now.
  const seen: Typed = isStale
    ? Object.fromEntries(edited.map((field) => [field, shownIn(field)]))
    : was
  const forget = () => {
    setTyped({})
    setWas({})
    setStale(false)
  }
  const { run, busy, message, clear } = useSaidAction({
    act: async () => {
      const id = tent?.id ?? null
      await call('editRoster', {
        edits: [{ id, fields: fieldsOf(typed), ...(tent && { was: fieldsOf(seen) }) }],
      })
      await onSaved()
      forget()
      onClose()
    },
    failed: rosterTexts.editFailed,
    unanswered: rosterTexts.editUnanswered,
    onFailed: (error) => {
      if (!hasCode(error, 'tentChanged')) return
      setStale(true)
      void onSaved()
    },
    hideAfterMs: null,
  })
  const close = () => {
    clear()
    // Others may have changed the tent by the time the form is opened again.
    if (tent !== null) forget()
    onClose()
  }
  const theirs = (field: Written) => {
    const now = shownIn(field)
    const isTheirs = edited.includes(field) && now !== was[field] && now !== typed[field]
    return isStale && isTheirs ? rosterTexts.nowIs(now) : undefined
  }
  return (
    <DialogForm
      isOpen={isOpen}
      title={tent === null ? 'Add a tent' : `Edit ${tentLabel(tent)}`}
      message={message}
      send={tent === null ? 'Add it' : 'Save'}
      busy={busy}
      onSend={run}
      onClose={close}
    >
      {writtenFields.map((field) => {
        const shared = {
          label: columnNames[field],
          hint: rosterTexts.columns[field],
          value: typed[field] ?? shownIn(field),
          error: theirs(field),
          onChange: ({ target }: { target: { value: string } }) => {
            setTyped({ ...typed, [field]: target.value })
            setWas({ [field]: shownIn(field), ...was })
          },
        }
        if (field === 'members' || field === 'netIDs') {
          return <TextArea key={field} {...shared} spellCheck={false} />
        }
        const number = numberFields.has(field) ? { type: 'number', min: 0, step: 1 } : {}
        return <Field key={field} {...shared} {...number} autoComplete="off" />
      })}
    </DialogForm>
  )
}

function fieldsOf({ dayNumber, nightNumber, ...texts }: Typed): NonNullable<RosterEdit['fields']> {
  return {
    ...texts,
    ...(dayNumber !== undefined && { dayNumber: numberOf(dayNumber) }),
    ...(nightNumber !== undefined && { nightNumber: numberOf(nightNumber) }),
  }
}

function numberOf(typed: string): number | null {
  return typed === '' ? null : Number(typed)
}
