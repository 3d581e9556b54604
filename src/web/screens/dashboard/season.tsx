import { screens } from '../../../shared/screens.ts'
import { useClosedSeasons } from '../../check-history/use-checks.ts'
import { useDisputes } from '../../disputes/use-disputes.ts'
import { Link } from '../../routing/link.tsx'
import { graceText } from '../../season/start-notes.ts'
import { useSeason } from '../../season/use-season.ts'
import { nowText } from '../../season/words.ts'
import { useTents } from '../../tents/use-tents.ts'
import { deviceZone, useTimes } from '../../ui/times.ts'
import { parts, places } from './dashboard-nav.tsx'
import { Fold } from './fold.tsx'
import { Group, Line } from './group.tsx'
import { ClosedSeasons, Disputes, SeasonSection } from './lazy-parts.ts'
import { openIn } from './needs.ts'
import { stateOf } from './state-lines.ts'

/** The rules, the disputes and past checks. */
export function Season({ mayRead, mayChange }: { mayRead: boolean; mayChange: boolean }) {
  const { data: tents } = useTents()
  return (
    <Group {...places.season}>
      <Fold id="rules" title="Rules and grace" state={<RulesState />}>
        <SeasonSection mayRead={mayRead} mayChange={mayChange} tents={tents ?? []} />
      </Fold>
      <Fold {...parts.disputes} may={mayChange} state={<DisputesState />}>
        <Disputes />
      </Fold>
      <Line {...parts.checks} may={mayRead}>
        <Link to={screens.checks.path}>All checks</Link>
      </Line>
      <Fold {...parts.closedSeasons} may={mayRead} state={<ClosedState />}>
        <ClosedSeasons />
      </Fold>
    </Group>
  )
}

function RulesState() {
  return stateOf(useSeason({ polls: true }), (season) =>
    [nowText(season), graceText(season, deviceZone())].filter(Boolean).join(' · '),
  )
}

function ClosedState() {
  const times = useTimes()
  return stateOf(useClosedSeasons(), ({ seasons: [latest, ...others] }) => {
    if (latest === undefined) return 'None yet'
    const closed = `${latest.name}, closed ${times.moment(latest.closedAt)}`
    return others.length === 0 ? closed : `${closed}, and ${others.length} before it`
  })
}

function DisputesState() {
  return stateOf(useDisputes(), (data) => {
    const open = openIn(data)
    return open === 0 ? 'None open' : `${open} to be answered`
  })
}
