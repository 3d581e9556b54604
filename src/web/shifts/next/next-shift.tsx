import { type ReactNode, type Ref, useRef } from 'react'
import { screens } from '../../../shared/screens.ts'
import { zoneAtChange } from '../../../shared/season/local-time.ts'
import type { Shift, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Link } from '../../routing/link.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { nearMomentText } from '../../ui/near-moment.ts'
import { NightLabel, NightPanel } from '../../ui/night-panel.tsx'
import { useSettled, useUnmoved } from '../../ui/use-settled.ts'
import { useChange } from '../picture/use-change.tsx'
import { type HeardShifts, useServerNow } from '../picture/use-shifts.ts'
import { listText, nameOf, planHint } from '../words/people.ts'
import { zoneBeside } from '../words/spans.ts'
import styles from './next-shift.module.css'
import { nextTexts } from './texts.ts'
import { nextShiftWords } from './words.ts'

const namesAtMost = 4

type NextShiftProps = {
  picture: HeardShifts
  ref?: Ref<HTMLElement>
  /** The screen says elsewhere until when grace is. */
  isGraceSaid?: boolean
  /** In one line while it is some time away, above what the reader is about. */
  isBrief?: boolean
}

/** One's next shift, large. */
export function NextShift({ picture, ref, isGraceSaid = false, isBrief = false }: NextShiftProps) {
  const now = useServerNow(picture)
  const { nextShift, me, atThisMoment, timeZone } = picture
  const { leaveUntil } = atThisMoment
  const words = nextShift && nextShiftWords(nextShift, now, timeZone)
  // Here, because a shift may be planned while this is open.
  const isUnmoved = useUnmoved(String(words?.mayArrive ?? false))
  const isLine = isBrief && nextShift !== null
  return (
    <NightPanel
      ref={ref}
      tabIndex={-1}
      aria-label="Your next shift"
      className={classNames(styles['next'], isLine && styles['brief'])}
    >
      {me.memberId === null ? (
        picture.people.length === 0 ? (
          <Nothing large={nextTexts.noMembers} hint={nextTexts.noMembersHint} to="#next" />
        ) : (
          <Nothing large={nextTexts.who} hint={nextTexts.notLinked} to="#next" />
        )
      ) : nextShift === null || words === null ? (
        <NoShift picture={picture} />
      ) : (
        <Planned
          picture={picture}
          shift={nextShift}
          words={words}
          isBrief={isBrief}
          isUnmoved={isUnmoved}
        />
      )}
      {/* The picture may be an old one: it cannot be loaded again without a network. */}
      {leaveUntil !== null && Date.parse(leaveUntil) > now && !isGraceSaid && (
        <p className={styles['leave']}>
          You may leave until {nearMomentText(leaveUntil, now, timeZone)}
          {zoneAtChange(Date.parse(leaveUntil), timeZone)}
          {zoneBeside(timeZone, leaveUntil)}.
        </p>
      )}
    </NightPanel>
  )
}

type PlannedProps = {
  picture: TentShifts
  shift: Shift
  words: ReturnType<typeof nextShiftWords>
  isBrief: boolean
  isUnmoved: () => boolean
}

function Planned({ picture, shift, words, isBrief, isUnmoved }: PlannedProps) {
  const { run, busy, said } = useChange(picture.tent.id)
  const { nextShiftWith, tent } = picture
  const { isOn, label, large, when, mayArrive, mayTakeBack, here } = words
  const hereLine = useRef<HTMLParagraphElement>(null)
  const arriveButton = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter(here !== null, (isHere) =>
    isHere ? hereLine.current : arriveButton.current,
  )
  if (isBrief && !isOn && !mayArrive && here === null) {
    return (
      <p className={styles['line']}>
        <NightLabel>{label}</NightLabel>
        <span>
          {when}, <strong>{large}</strong>
        </span>
      </p>
    )
  }
  const others = nextShiftWith.map((memberId) => nameOf(picture, memberId))
  const params = { tentId: tent.id, shiftId: shift.id }
  const arrive = async () => {
    await focusAfter(() => call('arriveAtShift', undefined, { params }))
    return nextTexts.thanks
  }
  const takeBack = async () => {
    await focusAfter(() => call('takeBackArrival', undefined, { params }))
    return nextTexts.takenBack
  }
  return (
    <div className={styles['planned']}>
      <p>
        <NightLabel live={isOn && 'Now'}>{label}</NightLabel>
      </p>
      <p className={classNames(styles['large'], isOn && styles['on'])}>{large}</p>
      <p className={styles['when']}>{when}</p>
      {others.length > 0 && <p>With {listText(fewOf(others))}.</p>}
      {here !== null && (
        <p ref={hereLine} tabIndex={-1} className={styles['here']}>
          ✓ {here}
        </p>
      )}
      {mayArrive && (
        <Button
          ref={arriveButton}
          className={styles['arrive']}
          busy={busy}
          onClick={({ detail }) => {
            if (detail === 0 || isUnmoved()) run(arrive)
          }}
        >
          I’m here
        </Button>
      )}
      {mayTakeBack && <TakeBack busy={busy} onTakeBack={() => run(takeBack)} />}
      {said}
    </div>
  )
}

/** For an "I'm here" that was tapped by mistake. It takes the place of that button. */
function TakeBack({ busy, onTakeBack }: { busy: boolean; onTakeBack: () => void }) {
  const isSettled = useSettled()
  return (
    <Button
      variant="link"
      className={styles['takeBack']}
      busy={busy}
      onClick={() => {
        if (isSettled()) onTakeBack()
      }}
    >
      Not here after all
    </Button>
  )
}

/** The first names of a list, and how many more there are. */
function fewOf(names: readonly string[]): readonly string[] {
  const left = names.length - namesAtMost
  return left > 1 ? [...names.slice(0, namesAtMost), `${left} more`] : names
}

function NoShift({ picture }: { picture: TentShifts }) {
  const { me, people, isPlanned } = picture
  if (isPlanned)
    return <Nothing large={nextTexts.noShift} hint={nextTexts.noShiftHint} to="#swaps" />
  const hasAnswered = people.some(({ isMe, answeredAt }) => isMe && answeredAt !== null)
  if (me.canPlan && hasAnswered)
    return <Nothing large={nextTexts.noPlan} hint={nextTexts.planNow} to="#planning" />
  const hint = me.canPlan ? nextTexts.noPlanHintPlanner : planHint(picture)
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
