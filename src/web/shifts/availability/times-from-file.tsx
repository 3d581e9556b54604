import { useId, useState } from 'react'
import {
  daysAtMost,
  type ReadAvailability,
  type ShiftPerson,
  type TentShifts,
} from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { type Changing, useChange } from '../picture/use-change.tsx'
import { dayIn } from '../words/spans.ts'
import { answerOf, joined, merged } from './answer.ts'
import styles from './availability.module.css'
import { availabilityTexts } from './texts.ts'
import { changeLines } from './words.ts'

const kinds = [
  ['sheet', 'Paste from a spreadsheet'],
  ['calendar', 'A calendar file (ICS)'],
  ['when2meet', 'A saved when2meet'],
] as const
type Kind = (typeof kinds)[number][0]
const hints: Record<Kind, string> = {
  sheet: availabilityTexts.sheetHint,
  calendar: availabilityTexts.calendarHint,
  when2meet: availabilityTexts.when2meetHint,
}

type TimesFromFileProps = {
  picture: TentShifts
  /** The people whose times may be filled in. */
  people: readonly ShiftPerson[]
}

/**
 * Fills in times from a spreadsheet, a calendar or a when2meet: shows the changes, then saves them.
 */
export function TimesFromFile({ picture, people }: TimesFromFileProps) {
  const fileId = useId()
  const [kind, setKind] = useState<Kind>('sheet')
  const [text, setText] = useState('')
  const [file, setFile] = useState<File | null>(null)
  /** What was read, and from what: it is shown only while that stands there. */
  const [found, setFound] = useState<{
    source: string | File | null
    read: ReadAvailability
  } | null>(null)
  const source = kind === 'sheet' ? text : file
  const saving = useChange(picture.tent.id)
  const { run, busy, message, say } = useSaidAction({
    act: async (chosen: File) => {
      setFound(null)
      const params = { tentId: picture.tent.id }
      const query = { kind, from: dayIn(picture.timeZone, picture.now), days: daysAtMost }
      setFound({ source, read: await upload('readAvailability', chosen, { params, query }) })
    },
    failed: availabilityTexts.readFailed,
    unanswered: availabilityTexts.readUnanswered,
    hideAfterMs: null,
  })
  const read = () => {
    const chosen = kind === 'sheet' ? new File([text], 'sheet.txt') : file
    if (chosen === null || chosen.size === 0) say('danger', availabilityTexts.chooseFile)
    else run(chosen)
  }
  return (
    <details>
      <summary>From a spreadsheet, a calendar or a when2meet</summary>
      <div className={styles['file']}>
        <SelectField
          label="What it is"
          value={kind}
          options={kinds}
          onChange={(value) => {
            setKind(value as Kind)
            setFile(null)
          }}
        />
        {kind === 'sheet' ? (
          <TextArea
            label="Cells"
            hint={hints[kind]}
            value={text}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
          />
        ) : (
          <div>
            <label htmlFor={fileId}>{hints[kind]}</label>
            <input
              id={fileId}
              key={kind}
              type="file"
              accept={kind === 'calendar' ? '.ics,text/calendar' : '.html,.htm,text/html'}
              className={styles['input']}
              onClick={(event) => {
                // So that the same file can be chosen again after it was changed.
                event.currentTarget.value = ''
                setFile(null)
              }}
              onChange={(event) => setFile(event.target.files?.[0] ?? null)}
            />
          </div>
        )}
        <Button variant="quiet" busy={busy} onClick={read}>
          Show what would change
        </Button>
        {message}
        {saving.said}
        {found !== null && found.source === source && (
          <Found
            picture={picture}
            people={people}
            found={found.read}
            saving={saving}
            onDone={(text) => {
              setFound(null)
              setText((now) => (now === source ? '' : now))
              say('ok', text)
            }}
          />
        )}
      </div>
    </details>
  )
}

type FoundProps = TimesFromFileProps & {
  found: ReadAvailability
  saving: Changing
  onDone: (text: string) => void
}

/** The times in the file by person, and the member for each. */
function Found({ picture, people, found, saving, onDone }: FoundProps) {
  const [only] = people
  const guess = (memberId: string | null) => {
    if (people.some(({ id }) => id === memberId)) return memberId ?? ''
    const isOneOfOne = memberId === null && people.length === 1 && found.people.length === 1
    return isOneOfOne ? (only?.id ?? '') : ''
  }
  /** The member of this column, if nobody but them may say when they are free. */
  const ownerOf = (memberId: string | null) =>
    picture.people.find(
      ({ id, hasAccount }) =>
        id === memberId && hasAccount && people.every((person) => person.id !== id),
    )
  const [whose, setWhose] = useState(() => found.people.map(({ memberId }) => guess(memberId)))
  const changes = new Map(
    people.flatMap((person) => {
      const { id } = person
      const columns = found.people.filter((_, index) => whose[index] === id)
      if (columns.length === 0) return []
      const before = answerOf(person, dayIn(picture.timeZone, picture.now))
      const said = joined(columns.flatMap(({ exceptions }) => exceptions))
      return [[id, { before, after: merged(before, said) }] as const]
    }),
  )
  const save = () =>
    saving.run(async () => {
      for (const [memberId, { after }] of changes) {
        await call('saveAvailability', after, { params: { tentId: picture.tent.id, memberId } })
      }
      const isMine = people.some(({ id, isMe }) => isMe && changes.has(id))
      onDone(
        isMine && changes.size === 1
          ? availabilityTexts.saved
          : availabilityTexts.filled(changes.size),
      )
    })
  return (
    <>
      {found.remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {found.people.length === 0 && <p>{availabilityTexts.nothingRead}</p>}
      <ul className={styles['found']}>
        {found.people.map(({ name, memberId }, index) => {
          const owner = ownerOf(memberId)
          const change = changes.get(whose[index] ?? '')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a column of the file is its place
            <li key={index}>
              <SelectField
                label={name === '' ? 'This is' : `${name} is`}
                value={whose[index] ?? ''}
                options={[['', 'left out'], ...people.map((one) => [one.id, one.name] as const)]}
                onChange={(value) => setWhose(whose.with(index, value))}
              />
              {owner && <p>{availabilityTexts.answersThemself(owner.name)}</p>}
              {change && (
                <ul className={styles['becomes']}>
                  {changeLines(change.before, change.after).map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
      {found.people.length > 0 && (
        <Button busy={saving.busy} disabled={changes.size === 0} onClick={save}>
          Save these times
        </Button>
      )}
    </>
  )
}
