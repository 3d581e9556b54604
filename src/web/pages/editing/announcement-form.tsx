import { type FormEvent, useState } from 'react'
import type { Announcement, Audience } from '../../../shared/pages/contract.ts'
import { lengthProblem } from '../../../shared/pages/problems.ts'
import { localTimeOf } from '../../../shared/season/local-time.ts'
import { call } from '../../api/call.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import stack from '../../ui/stack.module.css'
import { zoneName } from '../../ui/times.ts'
import { spanProblem, typedSpan } from '../../ui/typed-span.ts'
import styles from './editing.module.css'
import { MarkdownField } from './markdown-field.tsx'
import { editingTexts } from './texts.ts'

type AnnouncementFormProps = {
  timeZone: string
  now: number
  /** The version that is being changed; null: a new one. */
  before: Announcement | null
  typed: TypedAnnouncement
  onType: (typed: TypedAnnouncement) => void
  /** Called once it is saved. What is typed meanwhile is of the caller. */
  onDone: () => Promise<void>
  /**
   * Loads what is there now: somebody else may have changed it, and without an answer it may be
   * saved.
   */
  onFailed: () => Promise<void>
  /** Gives up the change. */
  onLeave?: () => void
}

const audiences = [
  ['everyone', 'Everyone'],
  ['monitors', 'Line monitors'],
] as const satisfies (readonly [Audience, string])[]

/** Times as they are typed, in the season's zone. */
export type TypedAnnouncement = {
  markdown: string
  from: string
  until: string
  audience: Audience
}
export const emptyAnnouncement: TypedAnnouncement = {
  markdown: '',
  from: '',
  until: '',
  audience: 'everyone',
}

/** What stands in the form to change it, before anything is typed. */
export function typedOf(
  { markdown, from, until, audience }: Announcement,
  timeZone: string,
): TypedAnnouncement {
  const typedAt = (instant: string) => localTimeOf(Date.parse(instant), timeZone)
  return { markdown, audience, from: typedAt(from), until: typedAt(until) }
}

export function isSame(one: TypedAnnouncement, other: TypedAnnouncement): boolean {
  const fields = ['markdown', 'from', 'until', 'audience'] as const
  return fields.every((field) => one[field] === other[field])
}

/** Writes or changes an announcement. Times are typed in the season's zone. */
export function AnnouncementForm({
  timeZone,
  now,
  before,
  typed,
  onType,
  onDone,
  onFailed,
  onLeave,
}: AnnouncementFormProps) {
  const [isTried, setTried] = useState(false)
  const { markdown, from, until, audience } = typed
  const span = typedSpan(from, until, now, timeZone)
  const { begins, ends } = span
  const unwritten = lengthProblem('announcement', markdown)
  const problem = spanProblem(span)
  const edit = (change: Partial<TypedAnnouncement>) => onType({ ...typed, ...change })

  const { run, busy, message } = useSaidAction({
    act: async () => {
      // A time that was not changed keeps its seconds.
      const isSame = before !== null && from === typedOf(before, timeZone).from
      const asked = {
        markdown,
        audience,
        until: new Date(ends).toISOString(),
        ...(from === '' || isSame ? {} : { from: new Date(begins).toISOString() }),
      }
      if (before === null) await call('addAnnouncement', asked)
      else {
        const { id, at: over } = before
        await call('changeAnnouncement', { ...asked, over }, { params: { id } })
      }
      await onDone()
      if (before !== null) return
      setTried(false)
      return editingTexts.announced
    },
    failed: editingTexts.announcementFailed,
    unanswered: editingTexts.announcementUnanswered,
    onFailed: () => void onFailed(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (unwritten === null && problem === null) run()
  }

  const errorOf = (field: string) =>
    isTried && problem?.field === field ? problem.text : undefined
  return (
    <form className={stack['stack']} onSubmit={submit}>
      <MarkdownField
        label="Announcement"
        form="announcement"
        rows={4}
        value={markdown}
        error={isTried && unwritten !== null ? `It ${unwritten}` : undefined}
        onChange={(text) => edit({ markdown: text })}
      />
      <div className={styles['fields']}>
        <Field
          label="From"
          type="datetime-local"
          hint="Leave empty to start now"
          value={from}
          error={errorOf('from')}
          onChange={(event) => edit({ from: event.target.value })}
        />
        <Field
          label="Until"
          type="datetime-local"
          hint={`In ${zoneName(timeZone)}`}
          value={until}
          error={errorOf('until')}
          onChange={(event) => edit({ until: event.target.value })}
        />
        <SelectField
          label="For"
          value={audience}
          options={audiences}
          onChange={(value) => edit({ audience: value === 'monitors' ? 'monitors' : 'everyone' })}
        />
      </div>
      {message}
      <div className={styles['ways']}>
        <Button type="submit" busy={busy}>
          {before === null ? 'Announce' : 'Save the announcement'}
        </Button>
        {onLeave && (
          <Button variant="quiet" onClick={onLeave}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
