import { excludedBy } from '../../shared/check-history/excluded.ts'
import { pathOfTentInCheck } from '../../shared/screens.ts'
import { Link } from '../routing/link.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useTimes } from '../ui/times.ts'
import { eventsAround } from './around-tent.ts'
import styles from './check-history.module.css'
import { EventList } from './event-list.tsx'
import { LineItem } from './line-item.tsx'
import { checkHistoryTexts } from './texts.ts'
import { useCheck } from './use-checks.ts'
import { rulesText } from './words.ts'

/** The events of a check that matter for one of its tents. */
export function TentInCheck({ checkId, tentId }: { checkId: string; tentId: string }) {
  const query = useCheck(checkId)
  const times = useTimes()
  const { data } = query
  if (data === undefined)
    return <NotLoaded query={query} failed={checkHistoryTexts.checkLoadFailed} />
  const line = data.tents.find(({ id }) => id === tentId)
  return (
    <>
      <p>
        <Link to={pathOfTentInCheck(checkId, tentId)}>
          The check of {times.withDay(data.startedAt)}
        </Link>
        {data.rulesVersion !== null && `, ${rulesText(data.rulesVersion)}`}
      </p>
      {line && (
        <ul className={styles['lines']}>
          <LineItem line={line} check={data} excluded={[...excludedBy(data.events)]} />
        </ul>
      )}
      <EventList
        checkId={checkId}
        tents={data.tents}
        startedAt={data.startedAt}
        events={eventsAround(data.events, tentId)}
      />
    </>
  )
}
