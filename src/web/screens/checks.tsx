import { can } from '../../shared/access.ts'
import { useSession } from '../accounts/session.tsx'
import { CheckList } from '../check-history/check-list.tsx'
import { Statistics } from '../check-history/statistics.tsx'
import { checkHistoryTexts } from '../check-history/texts.ts'
import { useChecks } from '../check-history/use-checks.ts'
import { Page } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
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
  return (
    <>
      <Section id="list" title="All checks">
        <InSeasonZone>
          <CheckList />
        </InSeasonZone>
      </Section>
      {/* One sentence or a long list: until it is known which, what stands below would move. */}
      <div hidden={data === undefined && !isError}>
        <Section id="fairness" title="Fairness">
          <Statistics />
        </Section>
      </div>
    </>
  )
}
