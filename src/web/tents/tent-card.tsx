import type { RecordedCheck } from '../../shared/check-history/contract.ts'
import { excludedText } from '../../shared/check-history/excluded.ts'
import type { Tent } from '../../shared/tents/contract.ts'
import { keyedMembersOf } from '../../shared/tents/members.ts'
import { Card } from '../ui/card.tsx'
import { membersThere } from './members-there.ts'
import styles from './tent-card.module.css'

/** Who was counted in a tent's last check, and who of them was excluded since. */
export type Counted = Pick<RecordedCheck, 'present' | 'excluded'>

type TentCardProps = {
  tent: Tent
  /** null: nobody was counted, or it is not known. */
  counted: Counted | null
}

/** One's own tent. Specification 2, /profile. */
export function TentCard({ tent, counted }: TentCardProps) {
  const misses = tent.numberOfMisses ?? 0
  const members = keyedMembersOf(tent)
  const { there, others } = membersThere(members, counted?.present ?? [])
  // Whoever was counted by another name may be any of those that nobody counted by theirs.
  const signOf = (key: string) => {
    if (there.has(key)) return { sign: '✓', words: ', there' }
    return counted === null || others.length > 0 ? null : { sign: '–', words: ', not there' }
  }
  const excluded = counted?.excluded ?? []
  return (
    <Card aria-labelledby="tent-name" className={styles['tent']}>
      <header className={styles['head']}>
        <p className={styles['order']}>
          <span className={styles['label']}>Order</span>
          <span className={styles['orderValue']}>{tent.order || '–'}</span>
        </p>
        <div className={styles['title']}>
          <h2 id="tent-name">{tent.name || 'Your tent'}</h2>
          <p className="muted">Matched by NetID</p>
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
        <Fact label="Last Make" value={eastern(tent.dateOfLastCheck) || 'none'} />
        {tent.dateOfLastMiss && <Fact label="Last Miss" value={eastern(tent.dateOfLastMiss)} />}
        {tent.lastCheck && !counted?.present.length && (
          <Fact label="There at the last Make" value={tent.lastCheck} className={styles['wide']} />
        )}
      </dl>
      <h3 className={styles['label']}>Team members</h3>
      {counted && <p>Who was counted in the last check:</p>}
      {members.length === 0 ? (
        <p>No members are listed yet. Ask your captain or a line monitor.</p>
      ) : (
        <ul className={styles['members']}>
          {members.map(({ key, name }) => {
            const told = signOf(key)
            return (
              <li key={key} className={told && !there.has(key) ? styles['absent'] : undefined}>
                {told && (
                  <span className={styles['sign']} aria-hidden="true">
                    {told.sign}
                  </span>
                )}
                {name}
                {told && <span className="visually-hidden">{told.words}</span>}
              </li>
            )
          })}
        </ul>
      )}
      {others.length > 0 && <p>Also counted: {others.join(', ')}</p>}
      {excluded.length > 0 && <p>{excludedText(excluded)} since.</p>}
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
