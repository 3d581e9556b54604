import { Button } from '../../ui/button.tsx'
import styles from './results.module.css'

type ResultsProps = { query: string; onClear: () => void }

/** The head of what a search found. A mark empties the field only, so this says what is shown. */
export function Results({ query, onClear }: ResultsProps) {
  return (
    <div className={styles['results']}>
      <h2 className={styles['title']}>Results for “{query}”</h2>
      <Button variant="link" className={styles['clear']} onClick={onClear}>
        Clear
      </Button>
    </div>
  )
}
