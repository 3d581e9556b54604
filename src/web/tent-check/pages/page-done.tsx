import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Scene } from '../../ui/scene.tsx'
import styles from './page-done.module.css'

type PageDoneProps = {
  search: { text: string; shown: string }
  /** How many tents the search found. */
  found: number
  page: number | null
  /** The unmarked tents of all pages. */
  left: readonly ActiveTent[]
  onBack: () => void
  /** Goes to those who are still out. */
  onOut: () => void
}

/** Below the tents: links to where work is left. */
export function PageDone({ search, found, page, left, onBack, onOut }: PageDoneProps) {
  if (search.shown !== '') {
    return (
      <div className={styles['end']}>
        {found === 0 && <p>No tent matches “{search.shown}”.</p>}
        <Button variant="quiet" onClick={onBack}>
          {found === 0 ? 'Clear the search' : page === null ? 'Back' : `Back to page ${page + 1}`}
        </Button>
      </div>
    )
  }
  if (left.some(({ groupIndex }) => groupIndex === page)) return null
  return (
    <div className={styles['end']}>
      <Scene isLit />
      <p>All tents of this page are marked.</p>
      <Button onClick={onOut}>
        {left.length === 0 ? 'See how it stands' : `Still out: ${left.length}`}
      </Button>
    </div>
  )
}
