import { useRef } from 'react'
import { isJobOn } from '../../../shared/shifts/job.ts'
import { keyOf } from '../../../shared/shifts/publish.ts'
import { dayAfter } from '../../../shared/shifts/slots.ts'
import type { Assignment, Draft, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import type { Changing } from '../picture/use-change.tsx'
import type { Shown } from '../picture/use-shifts.ts'
import { Gaps } from '../plan/gaps.tsx'
import { PlanTable } from '../plan/plan-table.tsx'
import { shortText } from '../plan/words.ts'
import { nameOf } from '../words/people.ts'
import { spanIn } from '../words/spans.ts'
import { dayText, hoursText } from '../words/time-words.ts'
import styles from './planning.module.css'
import { planningTexts } from './texts.ts'
import { missingHours, withLocks } from './words.ts'

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
  const last = dayAfter(draft.from, draft.days - 1)
  const isOutOfSight = draft.from >= dayAfter(from, days) || last < from
  const head = useRef<HTMLHeadingElement>(null)
  const focusAfterShow = useFocusAfter(isOutOfSight, () => head.current)
  const showIt = async () => onShow({ from: draft.from, days: Math.min(draft.days, 14) })
  return (
    <section aria-labelledby="draft" className={styles['step']}>
      <h2 ref={head} id="draft">
        The draft: {dayText(draft.from)} to {dayText(last)}
      </h2>
      <p className="muted">{planningTexts.onlyYou}</p>
      {draft.short.length > 0 && (
        <Gaps
          label="Too few on shift"
          ranges={draft.short}
          text={(range) => shortText(timeZone, range)}
        />
      )}
      {isOutOfSight ? (
        <Button variant="quiet" onClick={() => focusAfterShow(showIt)}>
          Show its days
        </Button>
      ) : (
        <PlanTable
          picture={picture}
          shifts={withLocks(draft.shifts, picture.locks ?? [])}
          short={draft.short}
          label="The draft"
        />
      )}
      <Changes picture={picture} draft={draft} />
      <div className={styles['row']}>
        <Button
          busy={publishing.busy}
          disabled={isJobOn(job)}
          onClick={() =>
            publishing.run(async () => {
              const { madeAt, removed } = draft
              const params = { tentId: tent.id }
              await focusAfter(() => call('publishShifts', { madeAt, removed }, { params }))
              return planningTexts.published
            })
          }
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
