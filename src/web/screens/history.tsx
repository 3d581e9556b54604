import { articles } from '../history/articles.ts'
import { Timeline } from '../history/timeline.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import styles from './history.module.css'

/** Specification 2, /history. */
export function HistoryScreen() {
  return (
    <Page className={styles['page']}>
      <title>History · Tent City</title>
      <header className={styles['head']}>
        <h1>History</h1>
        <p>How a night on the pavement became a city of tents.</p>
      </header>
      <aside className={styles['timeline']}>
        <Timeline />
      </aside>
      <div className={styles['articles']}>
        {articles.map(({ id, title, paragraphs }) => (
          <Card key={id} id={id} aria-labelledby={`${id}-title`} className={styles['article']}>
            <h2 id={`${id}-title`}>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Card>
        ))}
      </div>
    </Page>
  )
}
