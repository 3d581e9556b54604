import type { PageName } from '../../../shared/pages/contract.ts'
import { useAllAnnouncements, usePageSource } from '../../pages/editing/use-editing.ts'
import { useSeason } from '../../season/use-season.ts'
import { useTimes } from '../../ui/times.ts'
import styles from './dashboard.module.css'
import { places } from './dashboard-nav.tsx'
import { Fold } from './fold.tsx'
import { Group, Line, Part } from './group.tsx'
import { AnnouncementPanel, PageEditor, TentLinkForm, UploadForm } from './lazy-parts.ts'
import { announcedText, stateOf } from './state-lines.ts'
import { dashboardTexts } from './texts.ts'

/** What everyone reads, and the sign-up link of tents. */
export function Pages({ mayRead, mayChange }: { mayRead: boolean; mayChange: boolean }) {
  return (
    <Group {...places.pages}>
      <Part id="documents" title="Documents">
        {!mayChange && <p>{dashboardTexts.uploadsFiles}</p>}
        <div className={styles['pair']}>
          <UploadForm kind="policy" label="Policy" mayRead={mayRead} mayChange={mayChange} />
          <UploadForm kind="calendar" label="Calendar" mayRead={mayRead} mayChange={mayChange} />
        </div>
      </Part>
      {mayChange ? (
        <>
          <Fold id="announcements" title="Announcements" state={<AnnouncementsState />}>
            <Announcements />
          </Fold>
          <Fold id="faq" title="FAQ" state={<PageState page="faq" />}>
            <PageEditor page="faq" />
          </Fold>
          <Fold id="contacts" title="Contacts" state={<PageState page="contacts" />}>
            <PageEditor page="contacts" />
          </Fold>
        </>
      ) : (
        <Line id="announcements" title="FAQ, contacts, announcements">
          {dashboardTexts.writesPages}
        </Line>
      )}
      <Part id="sign-up" title="Sign-up link">
        {!mayChange && <p>{dashboardTexts.changesLink}</p>}
        <TentLinkForm mayChange={mayChange} />
      </Part>
    </Group>
  )
}

function AnnouncementsState() {
  const season = useSeason({ polls: true })
  const now = season.data && Date.parse(season.data.now.at)
  return stateOf(useAllAnnouncements(), ({ announcements }) =>
    now === undefined ? stateOf(season, () => '') : announcedText(announcements, now),
  )
}

function PageState({ page }: { page: PageName }) {
  const times = useTimes()
  return stateOf(usePageSource(page), ({ versions: [newest] }) =>
    newest === undefined
      ? dashboardTexts.firstText
      : `Saved ${times.moment(newest.savedAt)} by ${newest.by.name}`,
  )
}

/** With the season's time zone and time. */
function Announcements() {
  const { data } = useSeason({ polls: true })
  if (data === undefined) return null
  return <AnnouncementPanel timeZone={data.timeZone} now={Date.parse(data.now.at)} />
}
