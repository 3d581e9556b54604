import { useState } from 'react'
import type { User } from '../../../shared/accounts/contract.ts'
import { pathOfCheck } from '../../../shared/screens.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { Link } from '../../routing/link.tsx'
import { classNames } from '../../ui/class-names.ts'
import links from '../../ui/links.module.css'
import { Scene } from '../../ui/scene.tsx'
import type { Say } from '../../ui/use-message.tsx'
import type { Check } from '../live/picture.ts'
import { type LineProps, MarkLine } from '../pages/mark-line.tsx'
import { belowText, markText } from '../pages/mark-words.ts'
import { isOwn, newestFirst, type Standing } from '../pages/standings.ts'
import { useSeen } from '../pages/use-entries.ts'
import { Calls } from './calls.tsx'
import styles from './closing.module.css'

type StillOutProps = {
  check: Check
  /** The unmarked tents of all pages, in call-out order. */
  left: readonly ActiveTent[]
  /**
   * Whoever was unmarked at any time since this is shown, or since this phone's own latest call,
   * stays in its place, so that nothing comes under the finger.
   */
  keepsMarked: boolean
  standings: ReadonlyMap<string, Standing>
  tents: readonly ActiveTent[]
  user: User
  excluded: ReadonlySet<string>
  onUndo: (tent: ActiveTent, standing: Standing) => void
  /** Goes to this tent and opens it. */
  onTent: (tent: ActiveTent) => void
  onTried: () => void
  say: Say
}

const ownId = 'own-marks'

/** The unmarked tents to call out; the calls, and the end of the check. */
export function StillOut(props: StillOutProps) {
  const { check, left, keepsMarked, standings, tents, user, excluded, onUndo, onTent } = props
  const { onTried, say } = props
  const [ownCalls, setOwnCalls] = useState(0)
  const absent = useSeen(keepsMarked ? `own call ${ownCalls}` : null, (seen) =>
    tents.flatMap((tent) => {
      const standing = standings.get(tent.id) ?? null
      return standing === null || seen.has(tent.id) ? [{ tent, standing }] : []
    }),
  )
  const marked = tents.flatMap((tent) => {
    const standing = standings.get(tent.id)
    return standing ? [{ tent, standing }] : []
  })
  const own = marked
    .filter(({ standing }) => isOwn(standing, user))
    .sort((a, b) => newestFirst(a.standing, b.standing))
  const below = marked.filter(
    ({ standing }) =>
      !isOwn(standing, user) && standing.facts && belowText(standing.facts, excluded),
  )
  const lines = { excluded, user, onUndo }
  return (
    <div className={classNames(styles['out'], absent.length === 0 && styles['done'])}>
      <div className={styles['head']}>
        <h2 className={styles['title']}>
          {absent.length === 0 ? 'All tents are marked' : `Still out: ${left.length}`}
        </h2>
        {absent.length > 0 && own.length > 0 && (
          <Link to={`#${ownId}`}>Your marks: {own.length}</Link>
        )}
      </div>
      {absent.length === 0 && (
        <p className={styles['all']}>
          <Scene isLit={marked.some(({ standing }) => standing.outcome === 'make')} />
        </p>
      )}
      {absent.length > 0 && (
        <Calls
          check={check}
          left={left}
          onCalled={() => setOwnCalls((count) => count + 1)}
          onTried={onTried}
          say={say}
        />
      )}
      {absent.length > 0 && (
        <ol className={styles['absent']} aria-label="Still out">
          {absent.map(({ tent, standing }) => (
            <li key={tent.id}>
              <button
                type="button"
                data-out={tent.id}
                className={classNames(styles['tent'], standing && styles['marked'])}
                onClick={() => onTent(tent)}
              >
                <strong className={classNames(tent.order.length > 1 && styles['long'])}>
                  {tent.order || '–'}
                </strong>
                <span>{tent.name}</span>
                <span className={styles['page']}>
                  {standing
                    ? markText(tent, standing, isOwn(standing, user))
                    : `Page ${tent.groupIndex + 1}`}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <Marks id={ownId} title="Your marks" marks={own} {...lines} />
      <Marks id="below-number" title="Other Makes below the number" marks={below} {...lines} />
      <p className={links['links']}>
        <Link to={pathOfCheck(check.checkId)}>The record of this check so far</Link>
      </p>
    </div>
  )
}

type MarksProps = Pick<LineProps, 'excluded' | 'user' | 'onUndo'> & {
  id: string
  title: string
  marks: readonly Pick<LineProps, 'tent' | 'standing'>[]
}

/** Marked tents of all pages, under a title with their number; nothing if there are none. */
function Marks({ id, title, marks, ...lines }: MarksProps) {
  if (marks.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles['subtitle']}>
        {title}: {marks.length}
      </h2>
      <ul className={styles['own']} aria-labelledby={id}>
        {marks.map(({ tent, standing }) => (
          <MarkLine key={tent.id} tent={tent} standing={standing} place={null} {...lines} />
        ))}
      </ul>
    </section>
  )
}
