import { useRef, useState } from 'react'
import { isNeverFree } from '../../../shared/shifts/free.ts'
import type { ShiftPerson, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Times } from '../availability/times.tsx'
import { TimesFromFile } from '../availability/times-from-file-part.tsx'
import { type Changing, useChange } from '../picture/use-change.tsx'
import { momentIn } from '../words/spans.ts'
import { Deadline } from './deadline.tsx'
import styles from './planning.module.css'
import { planningTexts } from './texts.ts'

/** Who has answered and who has not, and whose account each row is. */
export function Answers({ picture }: { picture: TentShifts }) {
  const { people } = picture
  const fillable = people.filter(({ hasAccount, isMe }) => !hasAccount || isMe)
  const settling = useChange(picture.tent.id)
  const answered = people.filter(({ answeredAt }) => answeredAt !== null).length
  return (
    <section aria-labelledby="answers" className={styles['step']}>
      <h2 id="answers">
        <span className={styles['count']}>
          {answered} of {people.length}
        </span>{' '}
        have answered
      </h2>
      {answered < people.length && <p className="muted">{planningTexts.unanswered}</p>}
      <Deadline picture={picture} saving={settling} />
      {settling.said}
      <ul className={styles['people']}>
        {people.map((person) => (
          <Person key={person.id} picture={picture} person={person} />
        ))}
      </ul>
      <TimesFromFile picture={picture} people={fillable} />
    </section>
  )
}

function Person({ picture, person }: { picture: TentShifts; person: ShiftPerson }) {
  /** What was opened: the painter, or the rights of an account. */
  const [opened, setOpened] = useState<'times' | 'rights' | null>(null)
  const isOpen = opened !== null
  const toggle = useRef<HTMLButtonElement>(null)
  const saving = useChange(picture.tent.id)
  /** Back to the list, at this member. */
  const close = () => {
    setOpened(null)
    toggle.current?.focus()
  }
  const { name, hasAccount, isCaptain, isDeputy, answeredAt, availability, isMe } = person
  const words = [
    isCaptain && 'captain',
    isDeputy && 'deputy',
    answeredAt === null ? 'not yet' : `answered ${momentIn(picture.timeZone, answeredAt)}`,
    answeredAt !== null && availability && isNeverFree(availability) && 'never free',
    !hasAccount && 'no account is linked',
  ].filter(Boolean)
  return (
    <li>
      <div className={styles['person']}>
        <span className={styles['sign']} aria-hidden="true">
          {answeredAt === null ? '○' : '●'}
        </span>
        <span>
          <strong>{name}</strong> <span className="muted">{words.join(' · ')}</span>
        </span>
        <Button
          ref={toggle}
          variant="quiet"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
          onClick={() => setOpened(isOpen ? null : hasAccount ? 'rights' : 'times')}
        >
          {isOpen ? 'Close' : hasAccount ? 'More' : 'Fill in'}
        </Button>
      </div>
      {isOpen ? (
        <div className={styles['opened']}>
          {opened === 'times' && hasAccount && !isMe && (
            <p role="status">{planningTexts.answersThemself(name)}</p>
          )}
          {hasAccount ? (
            <Rights picture={picture} person={person} saving={saving} onUnlinked={close} />
          ) : (
            <Times picture={picture} person={person} saving={saving} onSaved={close} />
          )}
          {isMe && <a href="#times">Your own times</a>}
        </div>
      ) : (
        saving.said
      )}
    </li>
  )
}

type RightsProps = {
  picture: TentShifts
  person: ShiftPerson
  saving: Changing
  onUnlinked: () => void
}

/** Who may plan beside the captain, and the account of a row. */
function Rights({ picture, person, saving, onUnlinked }: RightsProps) {
  const { tent, me } = picture
  const { id, name, isDeputy, isCaptain, isMe } = person
  const { run, busy, said } = saving
  const [isAsking, setAsking] = useState(false)
  const params = { tentId: tent.id, memberId: id }
  const mayName = me.as === 'captain' || me.as === 'superUser'
  const mayUnlink = mayName || isMe || !(isDeputy || isCaptain)
  const unlink = () =>
    run(async () => {
      await call('unlinkMember', undefined, { params })
      onUnlinked()
      return planningTexts.unlinked(name)
    })
  return (
    <div className={styles['row']}>
      {mayName && !isCaptain && (
        <Button
          variant="quiet"
          busy={busy}
          onClick={() =>
            run(async () => {
              await call('nameDeputy', { value: !isDeputy }, { params })
              return isDeputy ? planningTexts.deputyEnded(name) : planningTexts.deputyNamed(name)
            })
          }
        >
          {isDeputy ? 'Remove as deputy' : 'Make a deputy'}
        </Button>
      )}
      {mayUnlink ? (
        <Button variant="quiet" busy={busy} onClick={() => setAsking(true)}>
          Not their account: clear their times and unlink
        </Button>
      ) : (
        <p>{planningTexts.captainDecides}</p>
      )}
      {said}
      {isAsking && (
        <Confirm
          title={planningTexts.unlink(name)}
          yes="Clear and unlink"
          no="Keep it"
          onYes={() => {
            setAsking(false)
            unlink()
          }}
          onNo={() => setAsking(false)}
        >
          {planningTexts.unlinkTakes(name, isDeputy)}
        </Confirm>
      )}
    </div>
  )
}
