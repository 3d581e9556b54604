import { articles } from '../history/articles.ts'
import { ArticlePicture } from '../history/scenes/article-picture.tsx'
import { Timeline } from '../history/timeline.tsx'
import { Card } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import styles from './history.module.css'

/** Specification 2, /history. */
export function Screen() {
  return (
    <Page className={styles['page']}>
      <header className={styles['head']}>
        <h1>History</h1>
        <p>How a night on the sidewalk became a city of tents.</p>
      </header>
      <aside className={styles['timeline']}>
        <Timeline />
      </aside>
      <div className={styles['articles']}>
        {articles.map((article) => (
          <Card
            key={article.id}
            id={article.id}
            aria-labelledby={`${article.id}-title`}
            className={styles['article']}
          >
            <h2 id={`${article.id}-title`}>{article.title}</h2>
            <ArticlePicture article={article} className={styles['picture']} />
            {article.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Card>
        ))}
      </div>
    </Page>
  )
}
