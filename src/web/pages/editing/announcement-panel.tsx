import { useState } from 'react'
import { easternTime } from '../../../shared/eastern-time.ts'
import type { Announcement } from '../../../shared/pages/contract.ts'
import { call } from '../../api/call.ts'
import { useSaidAction } from '../../api/use-said-action.ts'
import { Button } from '../../ui/button.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
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

const at = (instant: string) => `${easternTime(new Date(instant))} Eastern`

/** The announcements and their audience, with forms to add, change and end them. */
export function AnnouncementPanel({ timeZone, now }: AnnouncementPanelProps) {
  const query = useAllAnnouncements()
  const changed = useAnnouncementsChanged()
  const [changing, setChanging] = useState<string | null>(null)
  const {
    run: end,
    doing: ending,
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
            <div className={styles['ways']}>
              <Button
                variant="quiet"
                aria-expanded={changing === announcement.id}
                onClick={() => setChanging(changing === announcement.id ? null : announcement.id)}
              >
                Change
              </Button>
              <Button
                variant="quiet"
                busy={ending?.id === announcement.id}
                onClick={() => end(announcement)}
              >
                {Date.parse(announcement.from) <= now ? 'End now' : 'Call off'}
              </Button>
            </div>
            {changing === announcement.id && (
              <AnnouncementForm {...form} before={announcement} onLeave={() => setChanging(null)} />
            )}
          </li>
        ))}
      </ul>
      {message}
      {changing === null && (
        <>
          <h4>Announce something</h4>
          <AnnouncementForm {...form} before={null} />
        </>
      )}
      {over.length > 0 && (
        <details>
          <summary className={styles['summary']}>Over ({over.length})</summary>
          <ul className={styles['list']}>
            {over.map((announcement) => (
              <li key={announcement.id}>
                <Shown announcement={announcement} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Shown({ announcement }: { announcement: Announcement }) {
  const { html, audience, from, until, endedAt, by } = announcement
  const whom = { everyone: 'To everyone', monitors: 'To line monitors' }[audience]
  return (
    <>
      <Written html={html} />
      <p className={styles['facts']}>
        {whom}, {at(from)} to {at(until)}
        {endedAt !== null && `, ended ${at(endedAt)}`}, by {by.name}
      </p>
    </>
  )
}
