import { type FormEvent, useRef, useState } from 'react'
import { localTimeOf } from '../../../shared/season/local-time.ts'
import { withLock } from '../../../shared/shifts/locks.ts'
import { changesOf, keyOf } from '../../../shared/shifts/publish.ts'
import { slotMs } from '../../../shared/shifts/slots.ts'
import type { Assignment, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { lengthText } from '../../ui/time-words.ts'
import { useChange } from '../picture/use-change.tsx'
import { daysOf } from '../plan/rows.ts'
import { nameOf } from '../words/people.ts'
import { spanIn, timeIn } from '../words/spans.ts'
import { dayText } from '../words/time-words.ts'
import styles from './planning.module.css'
import { planningTexts } from './texts.ts'

type LocksProps = { picture: TentShifts; locks: readonly Assignment[] }

const lengths = Array.from({ length: 24 }, (_, index) => index + 1)

/** The shifts that every new plan keeps. */
export function Locks({ picture, locks }: LocksProps) {
  const { draft, timeZone, tent } = picture
  const { run, busy, said } = useChange(tent.id)
  const summary = useRef<HTMLElement>(null)
  const draftSummary = useRef<HTMLElement>(null)
  const shown = locks.map(keyOf).join()
  const afterUnlock = useFocusAfter(shown, () => summary.current)
  const afterLock = useFocusAfter(shown, () => draftSummary.current ?? summary.current)
  const save = (next: readonly Assignment[]) =>
    call('saveLocks', { locks: [...next], was: [...locks] }, { params: { tentId: tent.id } })
  const textOf = (lock: Assignment) =>
    `${nameOf(picture, lock.memberId)}: ${spanIn(timeZone, lock)}`
  const add = async (shift: Assignment) => {
    await save(withLock(locks, shift))
    return planningTexts.locked(textOf(shift))
  }
  const { added: free } = changesOf(locks, draft?.shifts ?? [])
  return (
    <details className={styles['more']}>
      <summary ref={summary}>Locked shifts ({locks.length})</summary>
      <p className="muted">{planningTexts.lockHint}</p>
      {locks.length === 0 && <p>{planningTexts.noLocks}</p>}
      <ul className={styles['plain']}>
        {locks.map((lock) => (
          <li key={keyOf(lock)} className={styles['row']}>
            <span>{textOf(lock)}</span>
            <Button
              variant="quiet"
              aria-label={`Unlock ${textOf(lock)}`}
              busy={busy}
              onClick={() =>
                run(async () => {
                  await afterUnlock(() => save(locks.filter((one) => one !== lock)))
                  return planningTexts.unlocked(textOf(lock))
                })
              }
            >
              Unlock
            </Button>
          </li>
        ))}
      </ul>
      {said}
      <LockForm picture={picture} busy={busy} onLock={(lock) => run(() => add(lock))} />
      {free.length > 0 && (
        <details className={styles['more']}>
          <summary ref={draftSummary}>Shifts of the draft ({free.length})</summary>
          <ul className={styles['plain']}>
            {free.map((shift) => (
              <li key={keyOf(shift)} className={styles['row']}>
                <span>{textOf(shift)}</span>
                <Button
                  variant="quiet"
                  aria-label={`Lock ${textOf(shift)}`}
                  busy={busy}
                  onClick={() => run(() => afterLock(() => add(shift)))}
                >
                  Lock
                </Button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </details>
  )
}

type LockFormProps = { picture: TentShifts; busy: boolean; onLock: (lock: Assignment) => void }

/** Adds a lock for any member, at any time of the days shown that is not over. */
function LockForm({ picture, busy, onLock }: LockFormProps) {
  const { people, slots, timeZone, now } = picture
  const days = daysOf(slots.filter(({ at }) => Date.parse(at) + slotMs > Date.parse(now)))
  const [memberId, setMemberId] = useState(people[0]?.id ?? '')
  const [date, setDate] = useState('')
  const [from, setFrom] = useState('')
  const [count, setCount] = useState(2)
  const day = days.find((one) => one.date === date) ?? days[0]
  // On another day the same time by the clock.
  const clock = from === '' ? '' : localTimeOf(Date.parse(from), timeZone).slice(11)
  const begin =
    day?.slots.find(({ at }) => at === from) ??
    day?.slots.find(({ local }) => local.slice(11) >= clock)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (begin === undefined) return
    const until = new Date(Date.parse(begin.at) + count * slotMs).toISOString()
    onLock({ memberId, from: begin.at, until })
  }
  if (days.length === 0) return <p>{planningTexts.lockDaysOver}</p>
  return (
    <form className={styles['fields']} aria-label="Lock a shift" onSubmit={submit}>
      <SelectField
        label="Member"
        value={memberId}
        options={people.map(({ id, name }) => [id, name] as const)}
        onChange={setMemberId}
      />
      <SelectField
        label="Day"
        value={day?.date ?? ''}
        options={days.map((one) => [one.date, dayText(one.date)] as const)}
        onChange={setDate}
      />
      <SelectField
        label="From"
        value={begin?.at ?? ''}
        options={(day?.slots ?? []).map(({ at }) => [at, timeIn(timeZone, at)] as const)}
        onChange={setFrom}
      />
      <SelectField
        label="For"
        value={`${count}`}
        options={lengths.map((one) => [`${one}`, lengthText(one * slotMs)] as const)}
        onChange={(value) => setCount(Number(value))}
      />
      <Button variant="quiet" type="submit" busy={busy}>
        Lock
      </Button>
    </form>
  )
}
