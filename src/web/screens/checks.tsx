import { useRef } from 'react'
import { can } from '../../shared/access.ts'
import { useSession } from '../accounts/session.tsx'
import { CheckList } from '../check-history/check-list.tsx'
import { Statistics } from '../check-history/statistics.tsx'
import { checkHistoryTexts } from '../check-history/texts.ts'
import { useChecks } from '../check-history/use-checks.ts'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { useInSight } from '../ui/use-in-sight.ts'
import { useWasEver } from '../ui/use-was-ever.ts'
import styles from './checks.module.css'
import { InSeasonZone } from './parts/in-season-zone.tsx'

/** Past checks. */
export function Screen() {
  const { user } = useSession()
  return (
    <Page>
      <h1>Checks</h1>
      {can(user, 'lineMonitor') ? <PastChecks /> : <p>{checkHistoryTexts.seesChecks}</p>}
    </Page>
  )
}

function PastChecks() {
  const { data, isError } = useChecks()
  const place = useRef<HTMLDivElement>(null)
  // They are counted over every check: who only looks at the list does not ask for them.
  const wasNear = useWasEver(useInSight(place, '50% 0px'))
  return (
    <>
      <Section id="list" title="All checks">
        <InSeasonZone>
          <CheckList />
        </InSeasonZone>
      </Section>
      {/* One sentence or a long list: until it is known which, what stands below would move. */}
      <div
        ref={place}
        className={wasNear ? undefined : styles['onScreen']}
        hidden={data === undefined && !isError}
      >
        <Section id="fairness" title="Fairness">
          <Statistics isAsked={wasNear} />
        </Section>
      </div>
    </>
  )
}
