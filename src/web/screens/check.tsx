import { can } from '../../shared/access.ts'
import { screens } from '../../shared/screens.ts'
import { useSession } from '../accounts/session.tsx'
import { CheckTitle } from '../check-history/check-title.tsx'
import { OneCheck } from '../check-history/one-check.tsx'
import { checkHistoryTexts } from '../check-history/texts.ts'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/location.tsx'
import { screenAt } from '../routing/screen-at.ts'
import { useServerAheadMs } from '../season/use-season.ts'
import { Page } from '../ui/page.tsx'
import { InSeasonZone } from './parts/in-season-zone.tsx'

/** A complete check. */
export function Screen() {
  const { id = '' } = screenAt(useLocation().pathname) ?? {}
  const { user } = useSession()
  return (
    <Page>
      {can(user, 'lineMonitor') ? (
        <InSeasonZone>
          <CheckTitle id={id} />
          <AllChecks />
          <Whole key={id} id={id} mayCorrect={can(user, 'superUser')} />
        </InSeasonZone>
      ) : (
        <>
          <h1>Check</h1>
          <AllChecks />
          <p>{checkHistoryTexts.seesChecks}</p>
        </>
      )}
    </Page>
  )
}

function Whole(props: { id: string; mayCorrect: boolean }) {
  return <OneCheck {...props} serverAheadMs={useServerAheadMs()} />
}

function AllChecks() {
  return (
    <p>
      <Link to={screens.checks.path}>All checks</Link>
    </p>
  )
}
