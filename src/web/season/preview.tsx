import { useState } from 'react'
import type { SeasonRules } from '../../shared/season/contract.ts'
import { instantOf, isLocalTime, localTimeOf } from '../../shared/season/local-time.ts'
import { momentOf } from '../../shared/season/rules.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import stack from '../ui/stack.module.css'
import { zoneName } from '../ui/times.ts'
import { localTimeText } from './local-time-text.ts'
import { NightsPicture } from './nights-picture.tsx'
import styles from './season.module.css'
import { Timeline } from './timeline.tsx'
import { momentText } from './words.ts'

/** What the rules say about now or any other chosen moment, with a drawing of the season. */
export function Preview({ rules, now }: { rules: SeasonRules; now: number }) {
  const [tried, setTried] = useState('')
  const isTried = isLocalTime(tried)
  const instant = isTried ? instantOf(tried, rules.timeZone) : now
  const when = isTried ? localTimeText(localTimeOf(instant, rules.timeZone)) : 'At this moment'
  return (
    <div className={stack['stack']}>
      <p role="status" className={styles['moment']}>
        {when}: <strong>{momentText(rules, momentOf(rules, instant))}</strong>
        {!rules.inSeason && ' once the season is on: it is off season.'}
      </p>
      <Timeline rules={rules} instant={instant} />
      <div className={styles['try']}>
        <Field
          label="Try another moment"
          type="datetime-local"
          hint={`In ${zoneName(rules.timeZone)}`}
          value={tried}
          onChange={(event) => setTried(event.target.value)}
        />
        <Button variant="quiet" aria-disabled={tried === ''} onClick={() => setTried('')}>
          Back to now
        </Button>
      </div>
      <NightsPicture nights={rules.nights} />
    </div>
  )
}
