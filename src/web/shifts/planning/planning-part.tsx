import { useFocusAfter } from '../../api/use-focus-after.ts'
import { useChange } from '../picture/use-change.tsx'
import type { PartProps } from '../picture/use-shifts.ts'
import { Gaps } from '../plan/gaps.tsx'
import { WeekNav } from '../plan/week-nav.tsx'
import { cannotCoverText } from '../plan/words.ts'
import { Answers } from './answers.tsx'
import { DraftPlan } from './draft-plan.tsx'
import { Locks } from './locks.tsx'
import { MakePlan } from './make-plan.tsx'
import styles from './planning.module.css'
import { Settings } from './settings-form.tsx'
import { planningTexts } from './texts.ts'
import { notFreeText, unansweredText } from './words.ts'

/** The steps from availability to a published plan. */
export function PlanningPart({ picture, shown, onShow }: PartProps) {
  const { cannotCover, timeZone, draft, locks } = picture
  // Here, because the draft's own component is gone after publishing.
  const publishing = useChange(picture.tent.id)
  const focusAfter = useFocusAfter(draft === null, () => document.getElementById('make'))
  return (
    <div className={styles['planning']}>
      <Answers picture={picture} />
      <section aria-label="What cannot be covered" className={styles['step']}>
        <WeekNav title="What cannot be covered" picture={picture} shown={shown} onShow={onShow} />
        {cannotCover.length === 0 ? (
          <p>{planningTexts.covered}</p>
        ) : (
          <>
            <p className={styles['whom']}>{unansweredText(picture)}</p>
            <Gaps
              label="What cannot be covered"
              ranges={cannotCover}
              text={(range) => (
                <>
                  {cannotCoverText(timeZone, range)}
                  <span className={styles['whom']}>{notFreeText(picture, range)}</span>
                </>
              )}
            />
          </>
        )}
      </section>
      <MakePlan picture={picture} />
      {draft !== null && (
        <DraftPlan
          picture={picture}
          draft={draft}
          onShow={onShow}
          publishing={publishing}
          focusAfter={focusAfter}
        />
      )}
      {publishing.said}
      <Locks picture={picture} locks={locks ?? []} />
      <Settings picture={picture} />
    </div>
  )
}
