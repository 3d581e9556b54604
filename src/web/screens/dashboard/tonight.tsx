import type { User } from '../../../shared/accounts/contract.ts'
import { screens } from '../../../shared/screens.ts'
import type { Season } from '../../../shared/season/contract.ts'
import { useUsers } from '../../accounts/use-users.ts'
import { LastCheck } from '../../check-history/last-check.tsx'
import { nextPeriodText } from '../../season/next-period.ts'
import { graceEndText } from '../../season/start-notes.ts'
import { useSeason } from '../../season/use-season.ts'
import { CheckStatus } from '../../tent-check/check-status.tsx'
import { useTents } from '../../tents/use-tents.ts'
import { ScreenLink } from '../../ui/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stat } from '../../ui/stat.tsx'
import { deviceZone } from '../../ui/times.ts'
import { WithSeasonSays } from '../parts/with-season-says.tsx'
import styles from './dashboard.module.css'
import { places } from './dashboard-nav.tsx'
import { Group, Line, Part } from './group.tsx'
import { SafeLine } from './lazy-parts.ts'
import { stateOf } from './state-lines.ts'
import { dashboardTexts } from './texts.ts'

type TonightProps = { netID: string; mayRead: boolean; mayChange: boolean }

/**
 * The check that is on, or the last one and what comes next; and the numbers of people and tents.
 */
export function Tonight({ netID, mayRead, mayChange }: TonightProps) {
  return (
    <Group {...places.tonight}>
      <Part id="check" title="Check status">
        <WithSeasonSays>
          <CheckStatus monitor={mayRead ? netID : null}>
            <Quiet mayRead={mayRead} />
          </CheckStatus>
        </WithSeasonSays>
      </Part>
      {mayChange && (
        <Line id="safe" title="The server">
          <SafeLine /> <a href="#health">Health</a>
        </Line>
      )}
      <Part id="overview" title="Overview">
        <Overview mayRead={mayRead} />
      </Part>
    </Group>
  )
}

/** Shown while no check is on. */
function Quiet({ mayRead }: { mayRead: boolean }) {
  const season = useSeason({ polls: true })
  return (
    <>
      <dl className={styles['facts']}>
        {mayRead && (
          <div>
            <dt>Last check</dt>
            <dd>
              <LastCheck />
            </dd>
          </div>
        )}
        <div>
          <dt>Grace</dt>
          <dd>{stateOf(season, graceOf)}</dd>
        </div>
        <div>
          <dt>Next period</dt>
          <dd>{stateOf(season, nextOf)}</dd>
        </div>
      </dl>
      {mayRead && (
        <ScreenLink to={screens.tentCheck.path} className={styles['start']}>
          Start a check
        </ScreenLink>
      )}
    </>
  )
}

function graceOf(season: Season): string {
  const end = graceEndText(season, deviceZone())
  return end === null ? 'None now' : `Until ${end}`
}

function nextOf(season: Season): string {
  if (!season.inSeason) return 'It is off season'
  return nextPeriodText(season, Date.parse(season.now.at), deviceZone()) ?? 'The season is over'
}

function Overview({ mayRead }: { mayRead: boolean }) {
  const tents = useTents()
  const users = useUsers(mayRead)
  const missing = [tents, users].filter(({ data, isError }) => isError && data === undefined)
  const count = (isCounted: (user: User) => boolean) => {
    if (!mayRead || missing.includes(users)) return '–'
    return users.data?.filter(isCounted).length ?? <Skeleton width="2ch" />
  }
  const tentCount = missing.includes(tents) ? '–' : <Skeleton width="3ch" />
  return (
    <>
      <div className={styles['stats']}>
        <Stat isPlain label="TENTS" value={tents.data?.length ?? tentCount} />
        <Stat isPlain label="USERS" value={count(() => true)} />
        <Stat isPlain label="LINE MONITORS" value={count((user) => user.isLineMonitor)} />
        <Stat isPlain label="ADMINS" value={count((user) => user.isSuperUser)} />
      </div>
      {missing.length > 0 && (
        <Failed
          text={dashboardTexts.numbersFailed}
          onRetry={() => {
            for (const { refetch } of missing) void refetch()
          }}
        />
      )}
    </>
  )
}
