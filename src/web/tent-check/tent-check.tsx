import { useState } from 'react'
import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import { texts } from '../../shared/messages.ts'
import { Notice } from '../ui/notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { Check } from './live/picture.ts'
import { RefusedMarks } from './marks/refused-marks.tsx'
import { WaitingMarks } from './marks/waiting-marks.tsx'
import { CancelCheck } from './pages/cancel-check.tsx'
import {
  type Choices,
  type PageChoice,
  rememberChoices,
  rememberedChoices,
} from './pages/choices.ts'
import { LiveBar } from './pages/live-bar.tsx'
import { Onlooker } from './pages/onlooker.tsx'
import { type Roster, StartCheck } from './pages/start-check.tsx'
import { RunningCheck } from './running-check.tsx'
import styles from './tent-check.module.css'
import { useAlerts } from './use-alerts.ts'
import { useTentCheck } from './use-tent-check.ts'

type TentCheckProps = {
  user: User
  /** The tents that may be checked: asked for only where a check may start. */
  useRoster: () => Roster
  /** The server takes this person for someone else than the page does. */
  onSessionMismatch: () => void
  onCheckClosed: () => void
}

/** The specification's alerts stay until dismissed or this long. */
const alertMs = 5000

/** The live tent check. Specification 4. */
export function TentCheck({ user, useRoster, onSessionMismatch, onCheckClosed }: TentCheckProps) {
  const { alerts, say, dismiss } = useAlerts()
  const [choices, setChoices] = useState(rememberedChoices)
  const isLineMonitor = can(user, 'lineMonitor')
  const tentCheck = useTentCheck({ user, isLineMonitor, say, onSessionMismatch, onCheckClosed })
  const { picture, connection, excludedNames, marks, saved, queue, setExcluded, resync } = tentCheck
  const { check } = picture

  const choose = (change: Partial<Choices>) => {
    const next = { ...choices, ...change }
    rememberChoices(next)
    setChoices(next)
  }
  const page = check ? pageOf(check, choices.page) : 0

  return (
    <div className={styles['screen']}>
      <div className={styles['top']}>
        <LiveBar
          check={check}
          page={isLineMonitor && page !== 'cards' ? page : null}
          connection={connection}
          marks={marks}
        />
        <WaitingMarks marks={marks} saved={saved} connection={connection} />
        <div className={styles['alerts']}>
          {alerts.map(({ id, text, tone, stays }) => (
            <Notice
              key={id}
              tone={tone}
              hideAfterMs={stays ? null : alertMs}
              dismissible
              onHide={() => dismiss(id)}
            >
              {text}
            </Notice>
          ))}
        </div>
      </div>
      <header className={styles['head']}>
        <h1>Tent Check</h1>
        {isLineMonitor && check && <CancelCheck onTried={resync} say={say} />}
      </header>
      {!isLineMonitor && <p>{texts.runsTheCheck}</p>}
      <RefusedMarks marks={marks} onRead={(markId) => queue.dismiss(markId)} />
      {check && isLineMonitor && (
        <RunningCheck
          key={check.checkId}
          check={check}
          netID={user.netID}
          firstName={user.firstName}
          page={page}
          excludedNames={excludedNames}
          marks={marks}
          saved={saved}
          queue={queue}
          onPage={(chosen) => choose({ page: chosen })}
          onExclude={setExcluded}
          say={say}
        />
      )}
      {check && !isLineMonitor && <Onlooker tents={check.tents} />}
      {!check && !picture.isKnown && <Unknown isOffline={connection !== 'live'} />}
      {!check &&
        picture.isKnown &&
        (isLineMonitor ? (
          <StartCheck
            useRoster={useRoster}
            numCheckers={choices.numCheckers}
            onNumCheckers={(numCheckers) => choose({ numCheckers })}
            onTried={resync}
            say={say}
          />
        ) : (
          <p className={styles['idle']}>No check is in progress.</p>
        ))}
    </div>
  )
}

function pageOf(check: Check, chosen: PageChoice): PageChoice {
  if (chosen === 'cards') return chosen
  return chosen < check.pages.length ? chosen : 0
}

function Unknown({ isOffline }: { isOffline: boolean }) {
  return (
    <div className={styles['idle']} aria-busy="true">
      {isOffline && (
        <p className={styles['slow']}>Waiting for the server to say if a check is on.</p>
      )}
      <Skeleton width="70%" height="1.5rem" />
      <Skeleton width="40%" height="3.5rem" />
    </div>
  )
}
