import type { Tent } from '../../shared/tents/contract.ts'
import { keyedMembersOf } from '../../shared/tents/members.ts'
import { Card } from '../ui/card.tsx'
import styles from './tent-card.module.css'

/** How one's own tent stands. Specification 2, /profile. */
export function TentCard({ tent }: { tent: Tent }) {
  const misses = tent.numberOfMisses ?? 0
  const members = keyedMembersOf(tent)
  return (
    <Card aria-labelledby="tent-name" className={styles['tent']}>
      <header className={styles['head']}>
        <p className={styles['order']}>
          <span className={styles['label']}>Order</span>
          <span className={styles['orderValue']}>{tent.order || '–'}</span>
        </p>
        <div className={styles['title']}>
          <h2 id="tent-name">{tent.name || 'Your tent'}</h2>
          <p className={styles['matched']}>Matched by NetID</p>
        </div>
      </header>
      <dl className={styles['facts']}>
        <Fact label="Captain" value={tent.captainName || tent.captain} />
        <Fact label="Type" value={tent.type} />
        <div>
          <dt className={styles['label']}>Misses</dt>
          <dd className={misses > 0 ? styles['danger'] : styles['value']}>
            {misses > 0 ? misses : 'none'}
          </dd>
        </div>
        <Fact label="Last checked" value={eastern(tent.dateOfLastCheck) || 'not yet'} />
        {tent.dateOfLastMiss && <Fact label="Last miss" value={eastern(tent.dateOfLastMiss)} />}
        {tent.lastCheck && (
          <Fact label="Who was there" value={tent.lastCheck} className={styles['wide']} />
        )}
      </dl>
      <h3 className={styles['label']}>Team members</h3>
      {members.length === 0 ? (
        <p>No members are listed yet.</p>
      ) : (
        <ul className={styles['members']}>
          {members.map(({ key, name }) => (
            <li key={key}>{name}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

type FactProps = { label: string; value: string; className?: string | undefined }

function Fact({ label, value, className }: FactProps) {
  return (
    <div className={className}>
      <dt className={styles['label']}>{label}</dt>
      <dd className={styles['value']}>{value || 'not given'}</dd>
    </div>
  )
}

function eastern(time: string): string {
  return time && `${time} Eastern`
}
