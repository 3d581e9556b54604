import { type FormEvent, useEffect, useState } from 'react'
import { texts } from '../../../shared/messages.ts'
import { groupIndexOf } from '../../../shared/tent-check/pages.ts'
import type { Tent } from '../../../shared/tents/contract.ts'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stepper } from '../../ui/stepper.tsx'
import { idleCheckersOf, planOf } from './plan.ts'
import styles from './start-check.module.css'

/** The tents that may be checked; undefined: they could not be loaded. */
export type Roster = {
  tents: Tent[] | undefined
  isPending: boolean
  retry: () => void
  /** Has them brought up to date; nothing waits for it. */
  refresh: () => void
}

type StartCheckProps = {
  useRoster: () => Roster
  numCheckers: number
  onNumCheckers: (numCheckers: number) => void
  /** The event that says what came of it is missed without a connection: ask. */
  onTried: () => void
  say: (text: string, tone: 'danger') => void
}

/** No check is on: how many checkers, and off it goes. Specification 4, Idle to In Progress. */
export function StartCheck({
  useRoster,
  numCheckers,
  onNumCheckers,
  onTried,
  say,
}: StartCheckProps) {
  const [busy, setBusy] = useState(false)
  const { tents, isPending, retry, refresh } = useRoster()
  useEffect(refresh, [refresh])

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
        <p>The tents could not be loaded, so no check can start here yet.</p>
        <Button variant="quiet" onClick={retry}>
          {texts.tryAgainAction}
        </Button>
      </Card>
    )
  }
  if (tents.length === 0) {
    return (
      <Card className={styles['start']}>
        <h2>No tents yet</h2>
        <p>There is nobody to check. A super user can bring the roster in.</p>
      </Card>
    )
  }

  const start = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const paged = tents.map((tent, position) => ({
        id: tent.id,
        groupIndex: groupIndexOf(position, tents.length, numCheckers),
      }))
      await call('startCheck', { tents: paged, numCheckers })
    } catch (error) {
      say(failureText(error, texts.tryAgain, texts.tryAgainLater), 'danger')
    } finally {
      setBusy(false)
      onTried()
    }
  }

  const idleCheckers = idleCheckersOf(tents.length, numCheckers)
  return (
    <Card className={styles['start']}>
      <h2>No check is in progress</h2>
      <form className={styles['form']} onSubmit={start}>
        <Stepper
          label="Number of checkers"
          value={numCheckers}
          min={1}
          max={200}
          onChange={onNumCheckers}
        />
        <p role="status" className={styles['plan']}>
          {planOf(tents.length, numCheckers)}
          {idleCheckers && <span>{idleCheckers}</span>}
        </p>
        <Button type="submit" busy={busy} className={styles['button']}>
          Start Check
        </Button>
      </form>
    </Card>
  )
}
