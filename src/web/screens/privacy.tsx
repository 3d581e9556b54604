import { privacyArticles } from '../privacy/articles.ts'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import styles from './parts/narrow.module.css'

/** What is kept about people, in plain words. */
export function Screen() {
  return (
    <Page className={styles['page']}>
      <h1>What is kept about you</h1>
      {privacyArticles.map(({ title, paragraphs }) => (
        <Card key={title} className={styles['card']}>
          <h2>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Card>
      ))}
    </Page>
  )
}
