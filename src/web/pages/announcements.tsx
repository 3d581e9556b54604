import { Failed } from '../ui/failed.tsx'
import { useTimes } from '../ui/times.ts'
import styles from './announcements.module.css'
import { pagesTexts } from './texts.ts'
import { useAnnouncements } from './use-pages.ts'
import { Written } from './written.tsx'

/** The current announcements for this person, if any. */
export function Announcements() {
  const { moment } = useTimes()
  const { data, isError, refetch } = useAnnouncements()
  if (data === undefined) {
    return (
      isError && <Failed text={pagesTexts.announcementsFailed} onRetry={() => void refetch()} />
    )
  }
  if (data.announcements.length === 0) return null
  return (
    <section aria-label="Announcements" className={styles['announcements']}>
      {data.announcements.map(({ id, html, from }) => (
        <article key={id} className={styles['announcement']}>
          <Written html={html} />
          <time dateTime={from}>{moment(from)}</time>
        </article>
      ))}
    </section>
  )
}
