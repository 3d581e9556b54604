import { memo, useState } from 'react'
import type { User } from '../../../shared/accounts/contract.ts'
import { pathOfCheck } from '../../../shared/screens.ts'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { Link } from '../../routing/link.tsx'
import { classNames } from '../../ui/class-names.ts'
import links from '../../ui/links.module.css'
import { LitTent } from '../../ui/lit-tent.tsx'
import { Scene } from '../../ui/scene.tsx'
import type { Say } from '../../ui/use-message.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import type { Check } from '../live/picture.ts'
import { type LineProps, MarkLine } from '../pages/mark-line.tsx'
import { belowText, correctedText, markText } from '../pages/mark-words.ts'
import rows from '../pages/rows.module.css'
import { isOwn, markedOf, ownNewestFirst, type Standing } from '../pages/standings.ts'
import { useSeen } from '../pages/use-entries.ts'
import { Calls } from './calls.tsx'
import styles from './closing.module.css'

type StillOutProps = {
  check: Check
  /** The unmarked tents of all pages, in call-out order. */
  left: readonly ActiveTent[]
  /**
   * Whoever was unmarked at any time since this is shown, or since this phone's own latest call,
   * stays in its place, and so do one's own marks, so that nothing comes under the finger.
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
export const StillOut = memo(function StillOut(props: StillOutProps) {
  const { check, left, keepsMarked, standings, tents, user, excluded, onUndo, onTent } = props
  const { onTried, say } = props
  const [ownCalls, setOwnCalls] = useState(0)
  const view = keepsMarked ? `own call ${ownCalls}` : null
  const absent = useSeen(view, (seen) =>
    tents.flatMap((tent) => {
      const standing = standings.get(tent.id) ?? null
      return standing === null || seen.has(tent.id) ? [{ tent, standing }] : []
    }),
  )
  const marked = markedOf(tents, standings)
  const own = ownNewestFirst(marked, user)
  // The newest last, as they come to those seen.
  const ownSeen = useSeen<Line>(view, (seen) => [
    ...[...seen].flatMap((id) => {
      const tent = tents.find((one) => one.id === id)
      return tent ? [{ tent, standing: standings.get(id) ?? null }] : []
    }),
    ...own.filter(({ tent }) => !seen.has(tent.id)).reverse(),
  ])
  const below = marked.filter(
    ({ tent, standing }) =>
      !ownSeen.some((own) => own.tent.id === tent.id) && belowText(tent, standing, excluded),
  )
  // On a laptop each mark of a colleague shortens the list above: Undo does not wait after that.
  const around = keepsMarked ? [absent, ownSeen, below] : [ownSeen, below]
  const isSettled = useSettled(around.map((list) => list.map(({ tent }) => tent.id)).join(' / '))
  const lines = { excluded, user, onUndo, isSettled }
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
                    : tent.corrected
                      ? correctedText(tent.corrected)
                      : `Page ${tent.groupIndex + 1}`}
                </span>
              </button>
            </li>
          ))}
        </ol>
      )}
      <Marks
        id={ownId}
        title={`Your marks: ${own.length}`}
        marks={[...ownSeen].reverse()}
        {...lines}
      />
      <Marks
        id="below-number"
        title={`Other Makes below the number: ${below.length}`}
        marks={below}
        {...lines}
      />
      <p className={links['links']}>
        <Link to={pathOfCheck(check.checkId)}>The record of this check so far</Link>
      </p>
    </div>
  )
})

/** `standing` null: its mark was taken back. */
type Line = { tent: ActiveTent; standing: Standing | null }

type MarksProps = Pick<LineProps, 'excluded' | 'user' | 'onUndo'> & {
  id: string
  title: string
  marks: readonly Line[]
  /** Has nothing moved for a second? */
  isSettled: () => boolean
}

/** Marked tents of all pages, under a title; nothing if there are none. */
function Marks({ id, title, marks, isSettled, ...lines }: MarksProps) {
  if (marks.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles['subtitle']}>
        {title}
      </h2>
      <ul
        className={styles['own']}
        aria-labelledby={id}
        onClickCapture={(event) => {
          // `detail` 0 is a key, which presses the focused button wherever that has moved.
          if (event.detail === 0 || isSettled()) return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {marks.map(({ tent, standing }) =>
          standing ? (
            <MarkLine key={tent.id} tent={tent} standing={standing} place={null} {...lines} />
          ) : (
            <UnmarkedLine key={tent.id} tent={tent} />
          ),
        )}
      </ul>
    </section>
  )
}

/** In the place of a mark that was taken back. */
function UnmarkedLine({ tent: { order, name } }: { tent: ActiveTent }) {
  return (
    <li className={rows['line']}>
      <LitTent isLit={false} />
      <p className={rows['words']}>
        <span className={classNames(rows['name'], rows['result'])}>
          {order || name} · unmarked again
        </span>
        <span className={rows['facts']}>{name}</span>
      </p>
    </li>
  )
}
