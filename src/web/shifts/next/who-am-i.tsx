import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { NightPanel } from '../../ui/night-panel.tsx'
import { useChange } from '../picture/use-change.tsx'
import styles from './next-shift.module.css'
import { nextTexts } from './texts.ts'

/** Asks once which member of the tent the account is. */
export function WhoAmI({ picture }: { picture: TentShifts }) {
  const { people, me, tent } = picture
  const { run, busy, said } = useChange(tent.id)
  const free = people
    .filter(({ hasAccount }) => !hasAccount)
    .sort((a, b) => Number(b.id === me.suggested) - Number(a.id === me.suggested))
  return (
    <NightPanel aria-labelledby="who" className={styles['next']}>
      <div className={styles['planned']}>
        <h2 id="who" className={styles['none']}>
          {nextTexts.who}
        </h2>
        <p>
          {free.length === 0 ? nextTexts.nobodyLeft : nextTexts.whoHint}{' '}
          {me.canPlan ? nextTexts.youMend : nextTexts.captainMends}
        </p>
        <div className={styles['names']}>
          {free.map(({ id, name }) => (
            <Button
              key={id}
              variant="quiet"
              className={id === me.suggested ? styles['suggested'] : styles['name']}
              busy={busy}
              onClick={() =>
                run(() => call('linkMember', { memberId: id }, { params: { tentId: tent.id } }))
              }
            >
              I am {name}
              {id === me.suggested && nextTexts.byNetID}
            </Button>
          ))}
        </div>
        {said}
      </div>
    </NightPanel>
  )
}
