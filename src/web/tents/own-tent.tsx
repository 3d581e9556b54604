import { texts } from '../../shared/messages.ts'
import { failureText } from '../api/failure-text.ts'
import { Card } from '../ui/card.tsx'
import { FailedNotice } from '../ui/failed.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ownTentIn } from './own-tent-in.ts'
import { SeenBy } from './seen-by.tsx'
import styles from './tent-card.module.css'
import { type Counted, TentCard } from './tent-card.tsx'
import { useTents } from './use-tents.ts'

type OwnTentProps = {
  netID: string
  counted: Counted | null
}

/** A person's own tent and who else sees it; or why there is none. */
export function OwnTent({ netID, counted }: OwnTentProps) {
  const { data, isPending, error, refetch } = useTents()
  if (isPending) return <TentCardSkeleton />
  if (data === undefined) {
    return (
      <Card className={styles['tent']}>
        <FailedNotice
          text={failureText(error, texts.tentDataFailed, texts.tentDataFailed)}
          onRetry={() => void refetch()}
        />
      </Card>
    )
  }
  const tent = ownTentIn(data)
  if (tent !== undefined) {
    return (
      <>
        <TentCard tent={tent} counted={counted} />
        <SeenBy people={tent.seenBy ?? []} />
      </>
    )
  }
  return (
    <Card className={styles['tent']}>
      <h2>{texts.noTentForNetID}</h2>
      <p>
        Your netID is <strong>{netID}</strong>. Ask your tent’s captain to add it to the roster, or
        a line monitor if it is there already.
      </p>
    </Card>
  )
}

function TentCardSkeleton() {
  return (
    <Card aria-busy="true" aria-label="Your tent" className={styles['tent']}>
      <Skeleton width="60%" height="4.5rem" />
      <Skeleton width="90%" />
      <Skeleton width="75%" />
      <Skeleton height="24rem" />
    </Card>
  )
}
