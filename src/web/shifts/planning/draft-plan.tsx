import { useRef } from 'react'
import { isJobOn } from '../../../shared/shifts/job.ts'
import { keyOf } from '../../../shared/shifts/publish.ts'
import { datesFrom, dayAfter } from '../../../shared/shifts/slots.ts'
import type { Assignment, Draft, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import { useUnmoved } from '../../ui/use-settled.ts'
import type { Changing } from '../picture/use-change.tsx'
import type { Shown } from '../picture/use-shifts.ts'
import { Gaps } from '../plan/gaps.tsx'
import { PlanTable } from '../plan/plan-table.tsx'
import { shortText } from '../plan/words.ts'
import { nameOf } from '../words/people.ts'
import { spanIn } from '../words/spans.ts'
import { daysText, hoursText } from '../words/time-words.ts'
import styles from './planning.module.css'
import { planningTexts } from './texts.ts'
import { missingHours, undoneText, withLocks } from './words.ts'

/** The most days that are shown at once. */
const showableDays = 14

type DraftPlanProps = {
  picture: TentShifts
  draft: Draft
  onShow: (shown: Shown) => void
  publishing: Pick<Changing, 'run' | 'busy'>
  /** For the publishing. */
  focusAfter: ReturnType<typeof useFocusAfter>
}

/** The draft, what it would change, and a button to publish it. */
export function DraftPlan({ picture, draft, onShow, publishing, focusAfter }: DraftPlanProps) {
  const { tent, timeZone, from, days, job } = picture
  // Counted anew: the draft's own figures were made with the members of that time.
  const uncoveredHours = missingHours(draft.short)
  const showable = Math.min(draft.days, showableDays)
  const inSight = datesFrom(draft.from, draft.days).filter(
    (date) => from <= date && date < dayAfter(from, days),
  )
  const isInSight = inSight.length >= showable
  const undone = undoneText(picture, draft)
  const isUnmoved = useUnmoved(`${draft.from} ${draft.days}`)
  const head = useRef<HTMLHeadingElement>(null)
  const focusAfterShow = useFocusAfter(isInSight, () => head.current)
  const showIt = async () => onShow({ from: draft.from, days: showable })
  const publish = async () => {
    const { madeAt, removed } = draft
    const params = { tentId: tent.id }
    await focusAfter(() => call('publishShifts', { madeAt, removed }, { params }))
    return planningTexts.published
  }
  return (
    <section aria-labelledby="draft" className={styles['step']}>
      <h2 ref={head} id="draft">
        The draft: {daysText(draft)}
      </h2>
      <p className="muted">{planningTexts.onlyYou}</p>
      {draft.short.length > 0 && (
        <Gaps
          label="Too few on shift"
          ranges={draft.short}
          text={(range) => shortText(timeZone, range)}
        />
      )}
      {!isInSight && (
        <Button variant="quiet" onClick={() => focusAfterShow(showIt)}>
          Show its days
        </Button>
      )}
      {inSight.length > 0 && (
        <PlanTable
          picture={picture}
          shifts={withLocks(draft.shifts, picture.locks ?? [])}
          short={draft.short}
          label="The draft"
        />
      )}
      <Changes picture={picture} draft={draft} />
      {undone && <p>{undone}</p>}
      <div className={styles['row']}>
        <Button
          busy={publishing.busy}
          disabled={isJobOn(job)}
          onClick={({ detail }) => {
            if (detail === 0 || isUnmoved()) publishing.run(publish)
          }}
        >
          {uncoveredHours > 0
            ? `Publish, with ${hoursText(uncoveredHours)} h uncovered`
            : 'Publish'}
        </Button>
      </div>
    </section>
  )
}

function Changes({ picture, draft }: { picture: TentShifts; draft: Draft }) {
  const { added, removed } = draft
  if (added.length === 0 && removed.length === 0) {
    return <p>{planningTexts.unchanged}</p>
  }
  const line = ({ memberId, from, until }: Assignment) =>
    `${nameOf(picture, memberId)}: ${spanIn(picture.timeZone, { from, until })}`
  return (
    <details className={styles['more']}>
      <summary>
        Against the published plan: {added.length} new, {removed.length} gone
      </summary>
      <ul className={styles['plain']}>
        {removed.map((gone) => (
          <li key={keyOf(gone)}>− {line(gone)}</li>
        ))}
        {added.map((one) => (
          <li key={keyOf(one)}>+ {line(one)}</li>
        ))}
      </ul>
    </details>
  )
}
