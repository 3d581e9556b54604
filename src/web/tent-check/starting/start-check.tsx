import { type FormEvent, useEffect } from 'react'
import { texts } from '../../../shared/messages.ts'
import { screens } from '../../../shared/screens.ts'
import { checkersAtMost } from '../../../shared/tent-check/limits.ts'
import { groupIndexOf } from '../../../shared/tent-check/pages.ts'
import type { Tent } from '../../../shared/tents/contract.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-action.ts'
import { Link } from '../../routing/link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Scene } from '../../ui/scene.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import type { Say } from '../../ui/use-message.tsx'
import { useSeasonSays } from '../live/season-says.ts'
import { idleCheckersOf, planOf } from './plan.ts'
import styles from './start-check.module.css'
import { startingTexts } from './texts.ts'

/** The tents to check; undefined: loading failed. */
export type Roster = {
  tents: Tent[] | undefined
  isPending: boolean
  retry: () => void
  /** Loads them anew, for which nobody waits long; rejects if it fails. */
  reload: () => Promise<Tent[]>
  /** Starts a pull of the roster, without waiting for it. */
  refresh: () => void
}

type StartCheckProps = {
  useRoster: () => Roster
  numCheckers: number
  onNumCheckers: (numCheckers: number) => void
  /** Asks the server, because without a connection the event about the result is missed. */
  onTried: () => void
  say: Say
}

/**
 * Shown while no check is on: chooses the number of checkers and starts. Specification 4, Idle to
 * In Progress.
 */
export function StartCheck({
  useRoster,
  numCheckers,
  onNumCheckers,
  onTried,
  say,
}: StartCheckProps) {
  const { tents, isPending, retry, reload, refresh } = useRoster()
  const { notes } = useSeasonSays({ polls: true })
  useEffect(refresh, [refresh])
  const { run, busy } = useAction({
    act: async (known: readonly Tent[]) => {
      // The roster may have changed since it was loaded. Without an answer, what is known is started.
      const tents = await reload().catch(() => known)
      return call('startCheck', {
        tents: tents.map((tent, position) => ({
          id: tent.id,
          groupIndex: groupIndexOf(position, tents.length, numCheckers),
        })),
        numCheckers,
      })
    },
    say,
    failed: texts.tryAgain,
    unanswered: texts.tryAgainLater,
    onSettled: onTried,
  })

  if (isPending) {
    return (
      <Card aria-busy="true" aria-label="Tents" className={styles['start']}>
        <Skeleton width="60%" height="1.5rem" />
        <Skeleton width="12rem" height="3.5rem" />
      </Card>
    )
  }
  if (tents === undefined) {
    return (
      <Card className={styles['start']}>
        <Failed text={startingTexts.tentsFailed} onRetry={retry} />
      </Card>
    )
  }
  if (tents.length === 0) {
    return (
      <Card className={styles['start']}>
        <Scene isLit={false} />
        <h2>No tents yet</h2>
        <p>
          There are no tents to check. A super user can add the roster on the{' '}
          <Link to={`${screens.dashboard.path}#roster`}>{screens.dashboard.title}</Link>.
        </p>
      </Card>
    )
  }

  const start = (event: FormEvent) => {
    event.preventDefault()
    run(tents)
  }

  const idleCheckers = idleCheckersOf(tents.length, numCheckers)
  return (
    <Card className={styles['start']}>
      <Scene isLit={false} />
      <h2>No check is in progress</h2>
      <form className={styles['form']} onSubmit={start}>
        <div data-free>
          <Stepper
            label="Number of checkers"
            value={numCheckers}
            max={checkersAtMost}
            onChange={onNumCheckers}
          />
        </div>
        <p role="status" className={styles['plan']}>
          {planOf(tents.length, numCheckers)}
          {idleCheckers && <span>{idleCheckers}</span>}
        </p>
        <Button type="submit" busy={busy} className={styles['button']}>
          Start Check
        </Button>
        <div role="status" className={styles['notes']}>
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
      </form>
    </Card>
  )
}
