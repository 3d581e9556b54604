import { memo, useCallback, useMemo, useRef, useState } from 'react'
import type { User } from '../../../shared/accounts/contract.ts'
import { pathOfTentRecord } from '../../../shared/screens.ts'
import type { ActiveTent, Outcome } from '../../../shared/tent-check/contract.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import { keyedMembersOf, type Member } from '../../../shared/tents/members.ts'
import { Link } from '../../routing/link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Marked } from './found.tsx'
import { MarkBar } from './mark-bar.tsx'
import { labelsOf } from './member-labels.ts'
import styles from './open-tent.module.css'
import type { Standing } from './standings.ts'

export type OpenTentProps = {
  tent: ActiveTent
  /** Keys of members. */
  ticks: readonly string[]
  excluded: ReadonlySet<string>
  /** How it is marked, while it is open or before; undefined: it is unmarked. */
  standing: Standing | undefined
  /** It opened by itself, over other tents. */
  isUnasked: boolean
  user: User
  query: string
  onToggle: (tent: ActiveTent, member: Member) => void
  onExclude: (name: string, isExcluded: boolean) => void
  onMark: (tent: ActiveTent, outcome: Outcome) => void
  onUndo: (tent: ActiveTent, standing: Standing) => void
  onClose: (tentId: string) => void
}

/** An open tent: who is here, and Miss or Make. */
export const OpenTent = memo(function OpenTent(props: OpenTentProps) {
  const { tent, ticks, excluded, query, onToggle, onExclude, ...marking } = props
  const members = useMemo(() => keyedMembersOf(tent), [tent])
  const labels = useMemo(() => labelsOf(members), [members])
  /** A tap excludes a member instead of ticking them. */
  const [isExcluding, setExcluding] = useState(false)
  const excludes = useRef<HTMLButtonElement>(null)
  // It does not depend on the ticks, so that a tick redraws only its own member.
  const tap = useCallback(
    (member: Member) => {
      if (isExcluding) onExclude(member.name, !excluded.has(member.name))
      else onToggle(tent, member)
    },
    [isExcluding, excluded, tent, onExclude, onToggle],
  )
  return (
    <div className={classNames(styles['tent'], isExcluding && styles['excluding'])}>
      {members.length === 0 && <p className={styles['nobody']}>No members are listed.</p>}
      <ul
        data-free
        className={styles['members']}
        aria-label={`Members present, tent ${tentLabel(tent)}`}
        tabIndex={-1}
      >
        {members.map((member, place) => (
          <Chip
            key={member.key}
            member={member}
            label={labels[place] ?? member.name}
            isTicked={ticks.includes(member.key)}
            isExcluded={excluded.has(member.name)}
            query={query}
            onTap={tap}
          />
        ))}
      </ul>
      <p className={styles['more']}>
        <span>
          {[
            tent.dayNumber === null ? '' : `Day ${tent.dayNumber}`,
            tent.nightNumber === null ? '' : `Night ${tent.nightNumber}`,
            tent.captainName && `Captain ${tent.captainName}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <Link to={pathOfTentRecord(tent.id)} className={styles['link']}>
          Record
        </Link>
        {members.length > 0 && (
          <button
            ref={excludes}
            type="button"
            className={styles['link']}
            aria-pressed={isExcluding}
            onClick={() => setExcluding(!isExcluding)}
          >
            Exclude someone
          </button>
        )}
      </p>
      {isExcluding && marking.standing === undefined ? (
        // Replaces Miss and Make, so that a finger that leaves this mode hits neither. Its button
        // is not where Make was, because Make may be the next tap.
        <div className={classNames(styles['bar'], styles['asking'])}>
          <button
            type="button"
            data-back
            className={classNames(styles['mark'], styles['quiet'])}
            onClick={() => {
              setExcluding(false)
              // This button disappears, so the focus must move first.
              excludes.current?.focus({ preventScroll: true })
            }}
          >
            Done excluding
          </button>
          <p className={styles['hint']}>
            Tap only people who came into the tenting area after the check began.
          </p>
        </div>
      ) : (
        <MarkBar
          tent={tent}
          ticked={members.filter(({ key }) => ticks.includes(key)).length}
          {...marking}
        />
      )}
    </div>
  )
})

type ChipProps = {
  member: Member
  label: string
  isTicked: boolean
  isExcluded: boolean
  /** What matches is highlighted. */
  query: string
  onTap: (member: Member) => void
}

const Chip = memo(function Chip(props: ChipProps) {
  const { member, label, isTicked, isExcluded, query, onTap } = props
  return (
    <li>
      <button
        type="button"
        aria-pressed={isTicked}
        className={classNames(styles['member'], isExcluded && styles['excluded'])}
        onClick={() => onTap(member)}
      >
        <Marked text={label} query={query} />
        {isExcluded && <span className="visually-hidden"> excluded</span>}
      </button>
    </li>
  )
})
