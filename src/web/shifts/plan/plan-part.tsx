import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { addressOf, routeOf } from '../../api/call.ts'
import { Link } from '../../routing/link.tsx'
import { Button } from '../../ui/button.tsx'
import type { FeedProps, PartProps } from '../picture/use-shifts.ts'
import { nameOf, planHint } from '../words/people.ts'
import { CalendarAddress } from './calendar-address.tsx'
import { Gaps } from './gaps.tsx'
import styles from './plan.module.css'
import { PlanTable } from './plan-table.tsx'
import { planTexts } from './texts.ts'
import { WeekNav } from './week-nav.tsx'
import { shortText } from './words.ts'

/** The plan in use, one week at a time. */
export function PlanPart({ picture, shown, onShow, feed, onFeed }: PartProps & FeedProps) {
  const { plan, timeZone, tent, from, days, me } = picture
  const table = addressOf(routeOf('exportShifts').path, { tentId: tent.id }, { from, days })
  return (
    <div className={styles['part']}>
      <ThisMoment picture={picture} />
      <WeekNav title="The plan" picture={picture} shown={shown} onShow={onShow} />
      {plan.shifts.length === 0 ? (
        <p>
          {planTexts.nothing}{' '}
          {me.canPlan ? (
            <Link to="#planning">{planTexts.nothingHintPlanner}</Link>
          ) : (
            me.memberId !== null && <Link to="#times">{planHint(picture)}</Link>
          )}
        </p>
      ) : (
        <>
          {plan.short.length > 0 && (
            <Gaps
              label="Too few on shift"
              ranges={plan.short}
              text={(range) => shortText(timeZone, range)}
            />
          )}
          <PlanTable
            picture={picture}
            shifts={plan.shifts}
            short={plan.short}
            label="The plan in use"
          />
          <div className={styles['files']}>
            <a href={table} download={`shifts-${from}.csv`}>
              These days as CSV
            </a>
            <Button variant="quiet" onClick={() => window.print()}>
              Print
            </Button>
          </div>
        </>
      )}
      {me.memberId !== null && <CalendarAddress picture={picture} feed={feed} onFeed={onFeed} />}
    </div>
  )
}

/** Who should be there now by the plan, and how many a check would require. */
function ThisMoment({ picture }: { picture: TentShifts }) {
  const { required, shifts, checkIsOn } = picture.atThisMoment
  if (required === null && shifts.length === 0) return null
  const names = shifts.map(({ memberId, arrivedAt }) => {
    const name = nameOf(picture, memberId)
    return arrivedAt === null ? name : `${name} (here)`
  })
  return (
    <p className={styles['moment']}>
      <span className={styles['count']}>
        {shifts.filter(({ memberId }) => memberId !== null).length}
        {required !== null && ` of ${required}`}
      </span>
      <span>
        on shift now{checkIsOn && ', and a check is on'}
        {names.length > 0 && `: ${names.join(', ')}`}
      </span>
    </p>
  )
}
