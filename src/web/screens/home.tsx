import { community } from '../../shared/community.ts'
import { lazyPart } from '../api/lazy-part.tsx'
import { Community } from '../community/community.tsx'
import banner from '../layout/banner.svg'
import { Announcements } from '../pages/announcements.tsx'
import { useSeason, useServerAheadMs } from '../season/use-season.ts'
import { RegistrationButton } from '../settings/registration-button.tsx'
import { TeamStats } from '../team-stats/team-stats.tsx'
import { TentCount } from '../tents/tent-count.tsx'
import { Offline } from '../ui/failed.tsx'
import { Page } from '../ui/page.tsx'
import { timesIn } from '../ui/times.ts'
import styles from './home.module.css'
import { InSeasonZone } from './parts/in-season-zone.tsx'

/** The build writes the drawing into the page, so that it needs no request. */
const picture = `<img src="${banner}" alt="" width="1600" height="640" class="${styles['picture']}">`

/** Loaded separately: it is needed only after the season, when the page can already be read. */
const SeasonNow = lazyPart(async () => (await import('../season/season-now.tsx')).SeasonNow)

export function Screen() {
  const season = useSeason({ polls: true })
  const { data } = season
  const aheadMs = useServerAheadMs()
  return (
    <>
      <title>Tent City</title>
      <div
        className={styles['banner']}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing in it comes from people or the server: its parts are fixed by the build
        dangerouslySetInnerHTML={{ __html: picture }}
        // The page from the build has the drawing itself here.
        suppressHydrationWarning
      />
      <Page className={styles['page']}>
        <div className={styles['welcome']}>
          <h1>Welcome to {community.name}</h1>
          <p>Where the tents stand, the lights stay on, and every night counts.</p>
          {data && <Offline query={season} asOf={timesIn(data.timeZone).withDay(data.now.at)} />}
          <div className={styles['now']}>
            {data && <SeasonNow season={data} aheadMs={aheadMs} />}
          </div>
          <RegistrationButton />
        </div>
        <InSeasonZone>
          <Announcements />
        </InSeasonZone>
        <section aria-label="The season" className={styles['stats']}>
          <TeamStats />
          <TentCount isOff={season.isPending ? undefined : data?.inSeason === false} />
        </section>
        <Community />
      </Page>
    </>
  )
}
