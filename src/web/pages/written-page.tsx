import type { PageName } from '../../shared/pages/contract.ts'
import { Card } from '../ui/card.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Page } from '../ui/page.tsx'
import { useTimes } from '../ui/times.ts'
import { pagesTexts } from './texts.ts'
import { usePage } from './use-pages.ts'
import { Written } from './written.tsx'
import styles from './written-page.module.css'

type WrittenPageProps = { page: PageName; title: string }

/** A page that super users write. */
export function WrittenPage({ page, title }: WrittenPageProps) {
  const { moment } = useTimes()
  const query = usePage(page)
  const { data } = query
  return (
    <Page className={styles['page']}>
      <h1>{title}</h1>
      {data === undefined ? (
        <NotLoaded query={query} height="90vh" failed={pagesTexts.pageFailed} />
      ) : (
        <Card className={styles['card']}>
          <Written html={data.html} />
          {data.savedAt !== null && (
            <p className="muted">
              Last changed <time dateTime={data.savedAt}>{moment(data.savedAt)}</time>
            </p>
          )}
        </Card>
      )}
    </Page>
  )
}
