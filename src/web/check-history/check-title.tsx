import { useTimes } from '../ui/times.ts'
import { useCheck } from './use-checks.ts'

/** A check is called by when it began. */
export function CheckTitle({ id }: { id: string }) {
  const { data } = useCheck(id)
  const times = useTimes()
  return (
    <h1>
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
