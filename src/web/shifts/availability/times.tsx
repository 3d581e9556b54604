import { useEffect, useRef, useState } from 'react'
import { withLastWeek } from '../../../shared/shifts/free.ts'
import { datesFrom, dayAfter } from '../../../shared/shifts/slots.ts'
import type { Availability, ShiftPerson, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Painter } from '../painter/painter.tsx'
import type { Changing } from '../picture/use-change.tsx'
import { dayIn, zoneBeside } from '../words/spans.ts'
import { daysText, dayText } from '../words/time-words.ts'
import {
  answerOf,
  datesOf,
  firstKept,
  nightCells,
  nightsIn,
  patternOf,
  weekdays,
  withDates,
  withoutPast,
  withPattern,
} from './answer.ts'
import styles from './availability.module.css'
import { keepPainted, type Painted, paintedBefore } from './painted.ts'
import { availabilityTexts } from './texts.ts'

type TimesProps = {
  picture: TentShifts
  person: ShiftPerson
  saving: Changing
  onSaved?: () => void
}

/** A person's availability: every week, with exceptions for single days. */
export function Times({ picture, person, saving, onSaved }: TimesProps) {
  // Kept from the first render: a new day at midnight would make an untouched answer look changed.
  const [today] = useState(() => dayIn(picture.timeZone, picture.now))
  const saved = answerOf(person, today)
  const { answeredAt } = person
  // What a planner paints for somebody else is kept apart from what that person paints.
  const whose = `${picture.tent.id} ${person.id}${person.isMe ? '' : ' by another'}`
  const [painted, setPainted] = useState<Painted>(() => {
    const kept = paintedBefore(whose)
    if (kept === null) return { answer: saved, base: { answeredAt, saved } }
    const base = { ...kept.base, saved: withoutPast(kept.base.saved, today) }
    return { ...kept, answer: withoutPast(kept.answer, today), base }
  })
  const { answer, base, sent } = painted
  const setAnswer = (next: Availability) => setPainted({ ...painted, answer: next })
  /** How often painting began anew: each time with an empty history. */
  const [begun, setBegun] = useState(0)
  /** The first of the days that are painted; null: the weekly pattern. */
  const [first, setFirst] = useState<string | null>(null)
  const { run, busy, said } = saving
  const nights = nightsIn(picture.slots)
  const zone = zoneBeside(picture.timeZone, picture.now)
  const dates = first === null ? [] : datesFrom(first, 7)
  const isPainted = !isSame(answer, saved)
  const isChanged = isPainted || answeredAt === null
  useEffect(() => keepPainted(whose, isPainted ? painted : null), [whose, isPainted, painted])
  const show = () => {
    setPainted({ answer: saved, base: { answeredAt, saved } })
    setBegun(begun + 1)
  }
  // If a newer answer was saved, here or elsewhere, unsaved painting stays until the person
  // discards it.
  const isNewer = base.answeredAt !== answeredAt
  if (isNewer && isSame(sent, saved) && !isSame(answer, saved)) {
    setPainted({ answer, base: { answeredAt, saved } })
  } else if (isNewer && (isSame(answer, base.saved) || isSame(answer, saved))) show()
  const saveButton = useRef<HTMLButtonElement>(null)
  const save = () =>
    run(async () => {
      setPainted((now) => ({ ...now, sent: answer }))
      await call('saveAvailability', answer, {
        params: { tentId: picture.tent.id, memberId: person.id },
      })
      // Whoever has left meanwhile finds it saved; what was painted since stays kept.
      if (isSame(paintedBefore(whose)?.answer, answer)) keepPainted(whose, null)
      onSaved?.()
      return person.isMe ? availabilityTexts.saved : availabilityTexts.savedFor(person.name)
    })
  return (
    <div className={styles['times']}>
      <div className={styles['kinds']}>
        <Button
          variant={first === null ? 'primary' : 'quiet'}
          aria-pressed={first === null}
          onClick={() => setFirst(null)}
        >
          Every week
        </Button>
        <Button
          variant={first === null ? 'quiet' : 'primary'}
          aria-pressed={first !== null}
          onClick={() =>
            setFirst(first ?? (picture.from < firstKept(today) ? today : picture.from))
          }
        >
          Single days
        </Button>
        {first !== null && (
          <span className={styles['days']}>
            <Button
              variant="quiet"
              aria-label="The week before"
              aria-disabled={dayAfter(first, -7) < firstKept(today)}
              onClick={() => setFirst(dayAfter(first, -7))}
            >
              ‹
            </Button>
            {daysText({ from: first, days: 7 })}
            <Button
              variant="quiet"
              aria-label="The week after"
              onClick={() => setFirst(dayAfter(first, 7))}
            >
              ›
            </Button>
          </span>
        )}
      </div>
      <p className="muted">
        {first === null ? availabilityTexts.every : availabilityTexts.single}
        {first === null && answer.exceptions.length > 0 && (
          <> {availabilityTexts.otherDays(answer.exceptions.length)}</>
        )}
      </p>
      {zone && <p>All times are{zone}.</p>}
      <Painter
        key={`${begun} ${first ?? 'every'}`}
        start={first === null ? patternOf(answer) : datesOf(answer, dates)}
        days={first === null ? weekdays : dates.map(dayText)}
        isNight={nightCells(nights, first)}
        onChange={(week) =>
          setAnswer(first === null ? withPattern(answer, week) : withDates(answer, dates, week))
        }
        nothing={
          first === null && answer.exceptions.length > 0
            ? availabilityTexts.nothingButDays
            : availabilityTexts.nothing
        }
        ways={(replace) =>
          first !== null && (
            <Button
              variant="quiet"
              onClick={() => replace(datesOf(withLastWeek(answer, first), dates))}
            >
              Copy last week
            </Button>
          )
        }
      />
      <div className={styles['save']}>
        <Button ref={saveButton} busy={busy} aria-disabled={!isChanged} onClick={save}>
          {person.isMe ? 'Save my times' : `Save for ${person.name}`}
        </Button>
        {isChanged && (
          <span className="muted">
            {isNewer ? availabilityTexts.savedMeanwhile : availabilityTexts.unsaved}
          </span>
        )}
        {isPainted && (
          <Button
            variant="quiet"
            onClick={() => {
              show()
              saveButton.current?.focus()
            }}
          >
            Discard mine, show what is saved
          </Button>
        )}
        {said}
      </div>
    </div>
  )
}

function isSame(one: Availability | undefined, other: Availability): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
