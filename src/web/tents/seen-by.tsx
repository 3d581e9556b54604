import { dateText } from '../../shared/date-text.ts'
import type { Viewer } from '../../shared/tents/contract.ts'
import { call } from '../api/call.ts'
import { useSaidAction } from '../api/use-said-action.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import rows from '../ui/rows.module.css'
import styles from './seen-by.module.css'
import { tentsTexts } from './texts.ts'

const dayText = dateText({ timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' })

/** Who else sees one's own tent, so that a stranger is noticed. */
export function SeenBy({ people }: { people: readonly Viewer[] }) {
  const { run, busy, message } = useSaidAction({
    act: async (stranger: Viewer) => {
      await call('reportStranger', stranger)
      return tentsTexts.reported
    },
    failed: tentsTexts.reportFailed,
    unanswered: tentsTexts.reportUnanswered,
  })
  if (people.length === 0) return null
  return (
    <Card aria-labelledby="seen-by" className={styles['seen']}>
      <h3 id="seen-by">Who else sees your tent here</h3>
      <ul className={rows['rows']}>
        {people.map((person) => (
          <li key={person.key}>
            <span>
              {nameOf(person)}{' '}
              <span className="muted">since {dayText(Date.parse(person.since))}</span>
            </span>
            <Button
              variant="quiet"
              aria-label={`Not one of us: ${nameOf(person)}`}
              busy={busy}
              onClick={() => run(person)}
            >
              Not one of us
            </Button>
          </li>
        ))}
      </ul>
      {message}
    </Card>
  )
}

/** For some people the campus knows no name. */
function nameOf({ name }: Viewer): string {
  return name || 'Somebody without a name'
}
