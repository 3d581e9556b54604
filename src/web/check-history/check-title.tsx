import { useTimes } from '../ui/times.ts'
import styles from './check-history.module.css'
import { useCheck } from './use-checks.ts'

/** A check is called by when it began. */
export function CheckTitle({ id }: { id: string }) {
  const { data } = useCheck(id)
  const times = useTimes()
  return (
    <h1 className={styles['title']}>
      Check
      {data && (
        <>
          {' of '}
          <time dateTime={data.startedAt}>{times.withDay(data.startedAt)}</time>
        </>
      )}
    </h1>
  )
}
