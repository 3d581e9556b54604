import { useEffect, useRef, useState } from 'react'
import type { WholeCheck } from '../../shared/check-history/contract.ts'
import { placeOfTentInCheck, tentInCheckOfHash } from '../../shared/screens.ts'
import { failureText } from '../api/failure-text.ts'
import { useLocation } from '../routing/location.tsx'
import { focusLinked, focusPart } from '../ui/focus-part.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Section } from '../ui/section.tsx'
import { CheckHead } from './check-head.tsx'
import { CheckTimeline } from './check-timeline.tsx'
import { EventList } from './event-list.tsx'
import { noFilter } from './line-filter.ts'
import { LineList } from './line-list.tsx'
import { ReopenCheck } from './reopen-check.tsx'
import { checkHistoryTexts } from './texts.ts'
import { useCheck } from './use-checks.ts'

type OneCheckProps = {
  id: string
  /** A super user corrects, and goes on with a check at any time. */
  mayCorrect: boolean
  serverAheadMs: number
}

/** A complete check. */
export function OneCheck({ id, ...props }: OneCheckProps) {
  const query = useCheck(id)
  if (query.data !== undefined) return <Shown check={query.data} {...props} />
  return (
    <NotLoaded
      query={query}
      height="24rem"
      failed={failureText(
        query.error,
        checkHistoryTexts.checkLoadFailed,
        checkHistoryTexts.checkLoadFailed,
      )}
    />
  )
}

type ShownProps = Omit<OneCheckProps, 'id'> & { check: WholeCheck }

function Shown({ check, mayCorrect, serverAheadMs }: ShownProps) {
  const [filter, setFilter] = useState(noFilter)
  const { hash } = useLocation()
  const named = tentInCheckOfHash(hash)
  const meant = check.tents.find(({ id }) => id === named)?.id
  // The line may appear only after its link was followed.
  const wasShown = useRef(false)
  useEffect(() => {
    // What is followed here gets the focus; who was led here may be elsewhere by the time it is loaded.
    const focus = wasShown.current ? focusPart : focusLinked
    wasShown.current = true
    const line = meant === undefined ? null : document.getElementById(placeOfTentInCheck(meant))
    if (line === null) return
    line.scrollIntoView({ block: 'center' })
    focus(line)
  }, [meant])
  const head = (
    <CheckHead check={check} onMisses={() => setFilter({ ...noFilter, outcome: 'miss' })} />
  )
  if (check.tents.length === 0) return head
  return (
    <>
      {head}
      <ReopenCheck check={check} mayAlways={mayCorrect} serverAheadMs={serverAheadMs} />
      <Section id="tents" title="Tents">
        <LineList
          check={check}
          filter={filter}
          onFilter={setFilter}
          meant={meant}
          mayCorrect={mayCorrect}
        />
      </Section>
      <Section id="timeline" title="How it went">
        <CheckTimeline check={check} />
        <EventList
          checkId={check.id}
          tents={check.tents}
          startedAt={check.startedAt}
          events={check.events}
          onTent={() => setFilter(noFilter)}
        />
      </Section>
    </>
  )
}
