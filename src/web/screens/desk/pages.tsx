import type { PageName } from '../../../shared/pages/contract.ts'
import { useAllAnnouncements, usePageSource } from '../../pages/editing/use-editing.ts'
import { useSeason } from '../../season/use-season.ts'
import { useTimes } from '../../ui/times.ts'
import styles from './desk.module.css'
import { places } from './desk-nav.tsx'
import { Fold } from './fold.tsx'
import { Group, Line, Part } from './group.tsx'
import { AnnouncementPanel, PageEditor, TentLinkForm, UploadForm } from './parts.ts'
import { stateOf } from './state-of.ts'
import { announcedText } from './states.ts'
import { deskTexts } from './texts.ts'

/** What everyone reads, and the sign-up link of tents. */
export function Pages({ mayRead, mayChange }: { mayRead: boolean; mayChange: boolean }) {
  return (
    <Group {...places.pages}>
      <Part id="documents" title="Documents">
        {!mayChange && <p>{deskTexts.uploadsFiles}</p>}
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
          {deskTexts.writesPages}
        </Line>
      )}
      <Part id="sign-up" title="Sign-up link">
        {!mayChange && <p>{deskTexts.changesLink}</p>}
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
      ? deskTexts.firstText
      : `Saved ${times.moment(newest.savedAt)} by ${newest.by.name}`,
  )
}

/** With the season's time zone and time. */
function Announcements() {
  const { data } = useSeason({ polls: true })
  if (data === undefined) return null
  return <AnnouncementPanel timeZone={data.timeZone} now={Date.parse(data.now.at)} />
}
