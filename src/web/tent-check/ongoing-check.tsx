import { counted } from '../../shared/counted.ts'
import { pathOfTentRecord } from '../../shared/screens.ts'
import type { ActiveTent, CheckStatus, Presence } from '../../shared/tent-check/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { Link } from '../routing/link.tsx'
import { TentOrder } from '../ui/tent-order.tsx'
import styles from './check-status.module.css'
import { Lights } from './lights/lights.tsx'
import { pageLights } from './lights/page-lights.ts'
import { CallClock } from './pages/call-clock.tsx'
import { pageName } from './pages/page-name.ts'

type OngoingCheckProps = {
  status: CheckStatus
  presence: readonly Presence[]
  /** A line monitor, who may read the records of tents. */
  mayRead: boolean
}

/** Tents are listed by name only when few are left. */
const namedAtMost = 30

/** A running check on the dashboard: page by page, tent by tent. */
export function OngoingCheck({ status, presence, mayRead }: OngoingCheckProps) {
  const { pages, activeTents, startedBy, startedAt } = status
  const all = pages.reduce((sum, page) => sum + page.tentCount, 0)
  const atCards = presence.filter(({ page }) => page === 'cards')
  return (
    <>
      <p>
        <strong>A check is in progress</strong>
        {startedBy && `, started by ${startedBy}, ${startedAt} Eastern`}. {activeTents.length} of{' '}
        {counted(all, 'tent')} left. {status.calls.length > 0 && <CallClock check={status} />}
      </p>
      <ul className={styles['pages']}>
        {pages.map((page, index) => (
          <Page
            key={pageName(page, index)}
            name={pageName(page, index)}
            tents={pageLights(status, index)}
            left={activeTents.filter(({ groupIndex }) => groupIndex === index).length}
            people={presence.filter((one) => one.page === index)}
          />
        ))}
        {atCards.length > 0 && (
          <li className={styles['page']}>
            <span>Duke Card Checker</span>
            <People people={atCards} />
          </li>
        )}
      </ul>
      {activeTents.length > 0 && activeTents.length <= namedAtMost && (
        <TentsLeft tents={activeTents} mayRead={mayRead} />
      )}
    </>
  )
}

type PageProps = { name: string; tents: string; left: number; people: readonly Presence[] }

function Page({ name, tents, left, people }: PageProps) {
  return (
    <li className={styles['page']}>
      <span>{name}</span>
      <div
        role="progressbar"
        aria-label={`${name}, marked`}
        aria-valuemin={0}
        aria-valuemax={tents.length}
        aria-valuenow={tents.length - left}
        className={styles['lights']}
      >
        <Lights tents={tents} />
      </div>
      <span className={styles['left']}>
        {left} of {tents.length} left
      </span>
      <People people={people} />
    </li>
  )
}

function People({ people }: { people: readonly Presence[] }) {
  if (people.length === 0) return null
  return <span className={styles['people']}>{people.map(({ name }) => name).join(', ')}</span>
}

type TentsLeftProps = { tents: readonly ActiveTent[]; mayRead: boolean }

function TentsLeft({ tents, mayRead }: TentsLeftProps) {
  return (
    <>
      <h4>Still out</h4>
      <ul aria-label="Still out" className={styles['out']}>
        {tents.map(({ id, order, type, name }) => (
          <li key={id} title={name}>
            {mayRead ? (
              <Link to={pathOfTentRecord(id)} aria-label={tentLabel({ order, name })}>
                <TentOrder order={order} type={type} />
              </Link>
            ) : (
              <TentOrder order={order} type={type} />
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
