import { type ReactNode, useRef, useState } from 'react'
import type { AuditEvent } from '../../shared/audit/contract.ts'
import { pathOfCheck, pathOfTentRecord } from '../../shared/screens.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { Link } from '../routing/link.tsx'
import { Button } from '../ui/button.tsx'
import { Folded } from '../ui/folded.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { useTimes } from '../ui/times.ts'
import styles from './audit-list.module.css'
import { ImportedTents } from './imported-tents.tsx'
import { auditTexts } from './texts.ts'
import { useAudit, useNewestAudit } from './use-audit.ts'
import { eventText } from './words.ts'

const shownFirst = 10

/** What a version of the season's rules changed. */
type RulesChanges = (version: number) => ReactNode

/** Who did what to roles, settings and data, newest first. */
export function AuditList({ rulesChanges }: { rulesChanges: RulesChanges }) {
  const { query, events, hasEarlier, showEarlier, isLoadingEarlier, isEarlierFailed } = useAudit()
  const [isWhole, setWhole] = useState(false)
  const times = useTimes()
  const shown = isWhole ? events : events.slice(0, shownFirst)
  const list = useRef<HTMLOListElement>(null)
  /** The last item as earlier ones were asked for. */
  const last = useRef<Element>(null)
  // The button that shows earlier ones may go.
  const focusAfter = useFocusAfter(shown.at(-1)?.id, () => last.current?.nextElementSibling)
  const onEarlier = () => {
    last.current = list.current?.lastElementChild ?? null
    focusAfter(showEarlier).catch(() => {})
  }

  if (query.data === undefined) {
    return <NotLoaded query={query} height="12rem" failed={auditTexts.auditFailed} />
  }
  if (events.length === 0) return <p>{auditTexts.auditEmpty}</p>
  return (
    <div className={styles['audit']}>
      <ol ref={list} className={styles['list']}>
        {shown.map((event) => (
          <li key={event.id} tabIndex={-1}>
            {eventText(event, times)}
            {' · '}
            <time dateTime={event.at} className={styles['time']}>
              {times.moment(event.at)}
            </time>
            {'checkId' in event && event.checkId !== undefined && (
              <>
                {' '}
                <Link to={pathOfCheck(event.checkId)}>See the check</Link>
              </>
            )}
            {'tentId' in event && event.tentId !== undefined && (
              <>
                {' '}
                <Link to={pathOfTentRecord(event.tentId)}>See the tent</Link>
              </>
            )}
            <Changes of={event} rulesChanges={rulesChanges} />
          </li>
        ))}
      </ol>
      <ShowMore left={events.length - shown.length} onClick={() => setWhole(true)} />
      {isEarlierFailed && <p role="alert">{auditTexts.auditFailed}</p>}
      {isWhole && hasEarlier && (
        <Button variant="quiet" busy={isLoadingEarlier} onClick={onEarlier}>
          Show earlier
        </Button>
      )}
    </div>
  )
}

/** What exactly changed, behind a line that opens; nothing where the sentence says it all. */
function Changes({ of: event, rulesChanges }: { of: AuditEvent; rulesChanges: RulesChanges }) {
  const times = useTimes()
  const isImport = event.kind === 'rosterImported' || event.kind === 'rosterPulled'
  if (!isImport && event.kind !== 'seasonSaved') return null
  return (
    <Folded summary="What changed" label={`What changed, ${times.moment(event.at)}`}>
      {isImport ? <ImportedTents event={event} /> : rulesChanges(event.version)}
    </Folded>
  )
}

/** The last action, in a line. */
export function LatestEvent() {
  const { data, isError } = useNewestAudit()
  const times = useTimes()
  const [latest] = data ?? []
  if (latest) return eventText(latest, times)
  if (data !== undefined) return auditTexts.auditEmpty
  return isError ? auditTexts.auditFailed : '…'
}
