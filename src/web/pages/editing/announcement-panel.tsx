import { useState } from 'react'
import type { Announcement, AnnouncementVersion } from '../../../shared/pages/contract.ts'
import { call } from '../../api/call.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { Button } from '../../ui/button.tsx'
import { Folded } from '../../ui/folded.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { useTimes } from '../../ui/times.ts'
import { Written } from '../written.tsx'
import { AnnouncementForm } from './announcement-form.tsx'
import styles from './editing.module.css'
import { editingTexts } from './texts.ts'
import { useAllAnnouncements, useAnnouncementsChanged } from './use-editing.ts'

type AnnouncementPanelProps = {
  /** The season's, in which times are typed. */
  timeZone: string
  /** In milliseconds since 1970. */
  now: number
}

/** The announcement being changed, and the text that its form begins with. */
type Edited = Pick<Announcement, 'id' | 'markdown'>

/** The announcements, what they were before, and forms to add, change and end them. */
export function AnnouncementPanel({ timeZone, now }: AnnouncementPanelProps) {
  const query = useAllAnnouncements()
  const changed = useAnnouncementsChanged()
  const [changing, setChanging] = useState<Edited | null>(null)
  const {
    run: end,
    busy,
    message,
  } = useSaidAction({
    act: async ({ id }: Announcement) => {
      await call('endAnnouncement', undefined, { params: { id } })
      return editingTexts.announcementEnded
    },
    failed: editingTexts.announcementEndFailed,
    unanswered: editingTexts.announcementUnanswered,
    onSettled: changed,
    hideAfterMs: null,
    dismissible: true,
  })
  if (query.data === undefined) {
    return <NotLoaded query={query} height="12rem" failed={editingTexts.announcementsFailed} />
  }
  const isOver = ({ endedAt, until }: Announcement) => endedAt !== null || Date.parse(until) <= now
  const { announcements } = query.data
  const over = announcements.filter(isOver)
  const current = announcements.filter((announcement) => !isOver(announcement))
  const form = { timeZone, now, onDone: changed }
  return (
    <>
      {current.length === 0 && <p>{editingTexts.announcementsEmpty}</p>}
      <ul className={styles['list']}>
        {current.map((announcement) => (
          <li key={announcement.id}>
            <Shown announcement={announcement} />
            <Earlier announcement={announcement} onTake={setChanging} />
            <div className={styles['ways']}>
              <Button
                variant="quiet"
                aria-expanded={changing?.id === announcement.id}
                onClick={() => setChanging(changing?.id === announcement.id ? null : announcement)}
              >
                Change
              </Button>
              <Button variant="quiet" busy={busy} onClick={() => end(announcement)}>
                {Date.parse(announcement.from) <= now ? 'End now' : 'Call off'}
              </Button>
            </div>
            {changing?.id === announcement.id && (
              <AnnouncementForm
                key={changing.markdown}
                {...form}
                before={{ ...announcement, markdown: changing.markdown }}
                onLeave={() => setChanging(null)}
              />
            )}
          </li>
        ))}
      </ul>
      {message}
      {/* Hidden, it keeps what was written. */}
      <div hidden={current.some(({ id }) => id === changing?.id)}>
        <h4>Announce something</h4>
        <AnnouncementForm {...form} before={null} />
      </div>
      {over.length > 0 && (
        <details>
          <summary className={styles['summary']}>Over ({over.length})</summary>
          <ul className={styles['list']}>
            {over.map((announcement) => (
              <li key={announcement.id}>
                <Shown announcement={announcement} />
                <Earlier announcement={announcement} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

type ShownProps = { announcement: AnnouncementVersion & { endedAt?: string | null } }

function Shown({ announcement }: ShownProps) {
  const { html, audience, from, until, endedAt, by } = announcement
  const { moment } = useTimes()
  const whom = { everyone: 'To everyone', monitors: 'To line monitors' }[audience]
  return (
    <>
      <Written html={html} />
      <p className={styles['facts']}>
        {whom}, {moment(from)} to {moment(until)}
        {endedAt && `, ended ${moment(endedAt)}`}, by {by.name}, {moment(announcement.at)}
      </p>
    </>
  )
}

type EarlierProps = {
  announcement: Announcement
  /** Copies this Markdown into the form; it counts once it is saved. */
  onTake?: (taken: Edited) => void
}

/** What it was before each change, newest first. */
function Earlier({ announcement: { id, earlier }, onTake }: EarlierProps) {
  if (earlier.length === 0) return null
  return (
    <Folded summary={earlier.length === 1 ? 'Changed once' : `Changed ${earlier.length} times`}>
      <ol className={styles['list']}>
        {earlier.map((version) => (
          <li key={version.at}>
            <Shown announcement={version} />
            {onTake && (
              <div>
                <Button variant="quiet" onClick={() => onTake({ id, markdown: version.markdown })}>
                  Take this text back
                </Button>
              </div>
            )}
          </li>
        ))}
      </ol>
    </Folded>
  )
}
