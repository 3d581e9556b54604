import type { ShiftPerson, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import type { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import { NightPanel } from '../../ui/night-panel.tsx'
import { useUnmoved } from '../../ui/use-settled.ts'
import type { Changing } from '../picture/use-change.tsx'
import { hasPlanner } from '../words/people.ts'
import styles from './next-shift.module.css'
import { nextTexts } from './texts.ts'

type WhoAmIProps = {
  picture: TentShifts
  linking: Changing
  focusAfter: ReturnType<typeof useFocusAfter>
}

/** Asks once which member of the tent the account is. */
export function WhoAmI({ picture, linking, focusAfter }: WhoAmIProps) {
  const { people, me, tent } = picture
  const { run, busy } = linking
  const link = async ({ id, name }: ShiftPerson) => {
    const params = { tentId: tent.id }
    await focusAfter(() => call('linkMember', { memberId: id }, { params }))
    return nextTexts.youAre(name)
  }
  const free = people
    .filter(({ hasAccount }) => !hasAccount)
    .sort((a, b) => Number(b.id === me.suggested) - Number(a.id === me.suggested))
  const isUnmoved = useUnmoved(free.map(({ id }) => id).join())
  const isEmpty = people.length === 0
  const mends = me.canPlan
    ? nextTexts.youMend
    : hasPlanner(picture)
      ? nextTexts.captainMends
      : nextTexts.superUserMends
  return (
    <NightPanel aria-labelledby="who" className={styles['next']}>
      <div className={styles['planned']}>
        <h2 id="who" className={styles['none']}>
          {isEmpty ? nextTexts.noMembers : nextTexts.who}
        </h2>
        <p>
          {isEmpty
            ? nextTexts.noMembersHint
            : `${free.length === 0 ? nextTexts.nobodyLeft : nextTexts.whoHint} ${mends}`}
        </p>
        <div className={styles['names']}>
          {free.map((person) => (
            <Button
              key={person.id}
              variant="quiet"
              className={person.id === me.suggested ? styles['suggested'] : styles['name']}
              busy={busy}
              onClick={({ detail }) => {
                if (detail === 0 || isUnmoved()) run(() => link(person))
              }}
            >
              I am {person.name}
              {person.id === me.suggested && nextTexts.byNetID}
            </Button>
          ))}
        </div>
      </div>
    </NightPanel>
  )
}
