import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { screens } from '../../../shared/screens.ts'
import type { TentShifts } from '../../../shared/shifts/picture.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { NightLabel, NightPanel } from '../../ui/night-panel.tsx'
import { listText, nameOf } from '../picture/people.ts'
import { nearMomentIn } from '../picture/spans.ts'
import { useChange } from '../picture/use-change.tsx'
import { useServerNow } from '../picture/use-shifts.ts'
import styles from './next-shift.module.css'
import { nextTexts } from './texts.ts'
import { nextShiftWords } from './words.ts'

type NextShiftProps = {
  picture: TentShifts
  /** The screen says elsewhere until when grace is. */
  isGraceSaid?: boolean
}

/** One's next shift, large. */
export function NextShift({ picture, isGraceSaid = false }: NextShiftProps) {
  const { nextShift, me, atThisMoment, timeZone, now } = picture
  return (
    <NightPanel aria-label="Your next shift" className={styles['next']}>
      {me.memberId === null ? (
        <Nothing large={nextTexts.who} hint={nextTexts.notLinked} to="#next" />
      ) : nextShift === null ? (
        <NoShift picture={picture} />
      ) : (
        <Planned picture={picture} />
      )}
      {atThisMoment.leaveUntil !== null && !isGraceSaid && (
        <p className={styles['leave']}>
          Grace: you may leave until {nearMomentIn(timeZone, atThisMoment.leaveUntil, now)}.
        </p>
      )}
    </NightPanel>
  )
}

function Planned({ picture }: { picture: TentShifts }) {
  const now = useServerNow(picture)
  const { run, busy, said } = useChange(picture.tent.id)
  const { nextShift: shift, timeZone, plan, tent } = picture
  if (shift === null) return null
  const { isOn, label, large, when, mayArrive, here } = nextShiftWords(shift, now, timeZone)
  const others = plan.shifts
    .filter(({ id, from, until }) => id !== shift.id && from < shift.until && shift.from < until)
    .map(({ memberId }) => nameOf(picture, memberId))
  return (
    <div className={styles['planned']}>
      <p>
        <NightLabel live={isOn && 'Now'}>{label}</NightLabel>
      </p>
      <p className={classNames(styles['large'], isOn && styles['on'])}>{large}</p>
      <p className={styles['when']}>{when}</p>
      {others.length > 0 && <p>With {listText([...new Set(others)])}.</p>}
      {here !== null && <p className={styles['here']}>✓ {here}</p>}
      {mayArrive && (
        <Button
          className={styles['arrive']}
          busy={busy}
          onClick={() =>
            run('here', async () => {
              await call('arriveAtShift', undefined, {
                params: { tentId: tent.id, shiftId: shift.id },
              })
              return nextTexts.thanks
            })
          }
        >
          I’m here
        </Button>
      )}
      {said}
    </div>
  )
}

function NoShift({ picture }: { picture: TentShifts }) {
  const { me, people, plan } = picture
  if (plan.shifts.length > 0)
    return <Nothing large={nextTexts.noShift} hint={nextTexts.noShiftHint} to="#swaps" />
  const hasAnswered = people.some(({ isMe, answeredAt }) => isMe && answeredAt !== null)
  if (me.canPlan && hasAnswered)
    return <Nothing large={nextTexts.noPlan} hint={nextTexts.planNow} to="#planning" />
  const hint = me.canPlan ? nextTexts.noPlanHintPlanner : nextTexts.noPlanHint
  return <Nothing large={nextTexts.noPlan} hint={hint} to="#times" />
}

function Nothing({ large, hint, to }: { large: string; hint: ReactNode; to: string }) {
  return (
    <div className={styles['planned']}>
      <p>
        <NightLabel>Your next shift</NightLabel>
      </p>
      <p className={styles['none']}>{large}</p>
      <p>
        <Link to={`${screens.shifts.path}${to}`}>{hint}</Link>
      </p>
    </div>
  )
}
