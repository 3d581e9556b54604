import { useRef } from 'react'
import type { ListedCheck } from '../../shared/check-history/contract.ts'
import { pathOfCheck, screens } from '../../shared/screens.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { Link } from '../routing/link.tsx'
import { Button } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Empty } from '../ui/empty.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useTimes } from '../ui/times.ts'
import styles from './check-history.module.css'
import { checkHistoryTexts } from './texts.ts'
import { useChecks } from './use-checks.ts'
import { endingText, periodText, personText } from './words.ts'

/** All checks, newest first. */
export function CheckList() {
  const query = useChecks()
  const { data, isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const checks = data?.pages.flatMap((page) => page.checks) ?? []
  const list = useRef<HTMLOListElement>(null)
  /** The last item as more were asked for. */
  const last = useRef<Element>(null)
  // The button that shows more may go.
  const focusAfter = useFocusAfter(checks.at(-1)?.id, () =>
    last.current?.nextElementSibling?.querySelector('a'),
  )
  const onMore = () => {
    last.current = list.current?.lastElementChild ?? null
    focusAfter(() => fetchNextPage({ throwOnError: true })).catch(() => {})
  }
  if (data === undefined) {
    return <NotLoaded query={query} height="100vh" failed={checkHistoryTexts.checksLoadFailed} />
  }
  if (checks.length === 0) {
    const { path, title } = screens.tentCheck
    return (
      <Empty>
        There have been no checks yet. Each one shows up here once it starts on{' '}
        <Link to={path}>{title}</Link>.
      </Empty>
    )
  }
  return (
    <>
      <ol ref={list} className={styles['checks']}>
        {checks.map((check) => (
          <Item key={check.id} check={check} />
        ))}
      </ol>
      {isError && <p role="alert">{checkHistoryTexts.checksLoadFailed}</p>}
      {hasNextPage && (
        <Button variant="quiet" busy={isFetchingNextPage} onClick={onMore}>
          Show more
        </Button>
      )}
    </>
  )
}

function Item({ check }: { check: ListedCheck }) {
  const times = useTimes()
  const { id, startedAt, startedBy, tents, makes, misses, unmarked, corrected } = check
  const facts = [
    `by ${personText(startedBy)}`,
    endingText(check),
    periodText(check),
    check.inGrace && 'in grace',
    corrected > 0 && `${corrected} corrected`,
  ]
  return (
    <li className={classNames(styles['check'], styles['listed'])}>
      <Link to={pathOfCheck(id)} className={styles['tent']}>
        <time dateTime={startedAt}>{times.withDay(startedAt)}</time>
      </Link>
      <p className="muted">{facts.filter(Boolean).join('\u00a0· ')}</p>
      {tents === 0 ? (
        <p>{checkHistoryTexts.checkUnreadable}</p>
      ) : (
        <ul className={styles['counts']}>
          <li>Makes {makes}</li>
          <li>Misses {misses}</li>
          <li>Not marked {unmarked}</li>
        </ul>
      )}
    </li>
  )
}
