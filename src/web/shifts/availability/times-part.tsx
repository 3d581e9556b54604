import type { TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { useChange } from '../picture/use-change.tsx'
import { momentIn, zoneBeside } from '../words/spans.ts'
import styles from './availability.module.css'
import { availabilityTexts } from './texts.ts'
import { Times } from './times.tsx'
import { TimesFromFile } from './times-from-file-part.tsx'

/** One's own availability. */
export function TimesPart({ picture }: { picture: TentShifts }) {
  const me = picture.people.find(({ isMe }) => isMe)
  const {
    timeZone,
    settings: { deadline },
  } = picture
  const saving = useChange(picture.tent.id)
  if (me === undefined) return null
  return (
    <div className={styles['part']}>
      <h2>When you can be there</h2>
      {me.answeredAt === null && (
        <p className={styles['warning']}>{availabilityTexts.notAnswered}</p>
      )}
      {deadline !== null && (
        <p>
          Answer by {momentIn(timeZone, deadline)}
          {zoneBeside(timeZone, deadline)}.
        </p>
      )}
      <Times picture={picture} person={me} saving={saving} />
      <TimesFromFile picture={picture} people={[me]} />
    </div>
  )
}
