import { useRef, useState } from 'react'
import { isJobOn } from '../../../shared/shifts/job.ts'
import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { call } from '../../api/call.ts'
import { useFocusAfter } from '../../api/use-focus-after.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useChange } from '../picture/use-change.tsx'
import { daysText } from '../words/time-words.ts'
import { Figures } from './figures.tsx'
import styles from './planning.module.css'
import { planningTexts } from './texts.ts'
import { useDraftProgress } from './use-draft-progress.ts'
import { jobText } from './words.ts'

/** Makes a plan for the days shown, with its figures while it improves, and stops the search. */
export function MakePlan({ picture }: { picture: TentShifts }) {
  const { tent, from, days, draft, plan } = picture
  const [keep, setKeep] = useState(true)
  const { run, busy, said } = useChange(tent.id)
  const { job, figures } = useDraftProgress(picture)
  const params = { tentId: tent.id }
  const isOn = isJobOn(job)
  const isOfOtherDays = draft !== null && (draft.from !== from || draft.days !== days)
  const make = useRef<HTMLButtonElement>(null)
  const focusAfter = useFocusAfter(isOn, () => make.current)
  return (
    <section aria-labelledby="make" className={styles['step']}>
      <h2 id="make">A plan</h2>
      {draft === null && <p className="muted">{planningTexts.noDraft}</p>}
      {plan.shifts.length > 0 && (
        <Switch label={planningTexts.keep} checked={keep} onChange={setKeep} />
      )}
      <div className={styles['row']}>
        <Button
          ref={make}
          variant={draft === null ? 'primary' : 'quiet'}
          busy={busy}
          aria-disabled={isOn}
          onClick={() =>
            run(() =>
              call('planShifts', { from, days, keep: keep && plan.shifts.length > 0 }, { params }),
            )
          }
        >
          Make a plan, {daysText(picture)}
        </Button>
        {isOn && (
          <Button
            variant="danger"
            busy={busy}
            onClick={() => run(() => focusAfter(() => call('stopPlanning', undefined, { params })))}
          >
            Stop
          </Button>
        )}
        {isOfOtherDays && !isOn && (
          <span className="muted">{planningTexts.replacesDraft(daysText(draft))}</span>
        )}
      </div>
      {said}
      {job !== null && (isOn || draft !== null) && (
        <p role="status" className={isOn ? styles['live'] : undefined}>
          {jobText(job)}
        </p>
      )}
      {figures !== null && <Figures figures={figures} />}
    </section>
  )
}
