import { useDeferredValue, useEffect, useRef } from 'react'
import type { ActiveTent, MarkedTent, Outcome } from '../../../shared/tent-check/contract.ts'
import type { Member } from '../../../shared/tents/members.ts'
import { Button } from '../../ui/button.tsx'
import type { Check } from '../live/picture.ts'
import { labelOf, type Mark, outcomeNames } from '../marks/mark.ts'
import type { QueuedMark } from '../marks/mark-queue.ts'
import styles from './checker-page.module.css'
import type { Chosen } from './chosen.ts'
import { searchTents } from './search-tents.ts'
import { TentToMark } from './tent-to-mark.tsx'

type CheckerPageProps = {
  check: Check
  page: number
  query: string
  chosen: Chosen
  excluded: ReadonlySet<string>
  /** Of this check. */
  marks: readonly QueuedMark[]
  saved: readonly Mark[]
  onToggle: (tent: ActiveTent, member: Member) => void
  onMark: (tent: ActiveTent, outcome: Outcome) => void
  onTakeBack: (tent: ActiveTent) => void
  onPage: (page: number) => void
  onClearSearch: () => void
}

const nobody: readonly string[] = []
const markedShown = 5

/** The tents of one page that are still to be marked, narrowed by the search. */
export function CheckerPage(props: CheckerPageProps) {
  const { check, page, chosen, excluded, marks, saved, onPage, onClearSearch } = props
  const query = useDeferredValue(props.query)
  // The server's answer may be here before its live event: what it took does not come back.
  const gone = new Set(
    [...marks.filter(({ phase }) => phase === 'sending'), ...saved].map(({ body }) => body.id),
  )
  const fading = new Map(
    marks.filter(({ phase }) => phase === 'fading').map((mark) => [mark.body.id, mark.outcome]),
  )
  const left = check.tents.filter((tent) => !gone.has(tent.id))
  const here = left.filter((tent) => tent.groupIndex === page)
  const found = searchTents(here, query)
  const list = useKeptFocus(found.length)

  return (
    <>
      <Elsewhere tents={left} page={page} query={query} onPage={onPage} />
      <AlreadyMarked marked={check.marked} query={query} />
      {found.length === 0 && (
        <div className={styles['empty']}>
          {here.length === 0 ? (
            <p>All tents of this page are marked.</p>
          ) : (
            <>
              <p>No tent left on this page matches “{query}”.</p>
              <Button
                variant="quiet"
                onClick={() => {
                  list.current?.focus({ preventScroll: true })
                  onClearSearch()
                }}
              >
                Clear the search
              </Button>
            </>
          )}
        </div>
      )}
      <ul ref={list} tabIndex={-1} className={styles['tents']} aria-label="Tents to mark">
        {found.map((tent) => (
          <TentToMark
            key={tent.id}
            tent={tent}
            chosen={chosen.get(tent.id) ?? nobody}
            excluded={excluded}
            fading={fading.get(tent.id) ?? null}
            query={query}
            onToggle={props.onToggle}
            onMark={props.onMark}
            onTakeBack={props.onTakeBack}
          />
        ))}
      </ul>
    </>
  )
}

/** What the search finds on other pages: tents come to any table. */
function Elsewhere({
  tents,
  page,
  query,
  onPage,
}: Pick<CheckerPageProps, 'page' | 'query' | 'onPage'> & { tents: readonly ActiveTent[] }) {
  if (query.trim() === '') return null
  const counts = new Map<number, number>()
  for (const { groupIndex } of searchTents(tents, query)) {
    if (groupIndex !== page) counts.set(groupIndex, (counts.get(groupIndex) ?? 0) + 1)
  }
  if (counts.size === 0) return null
  return (
    <p className={styles['elsewhere']}>
      Also found:
      {[...counts]
        .sort(([a], [b]) => a - b)
        .map(([groupIndex, count]) => (
          <Button key={groupIndex} variant="quiet" onClick={() => onPage(groupIndex)}>
            {count} on Page {groupIndex + 1}
          </Button>
        ))}
    </p>
  )
}

/** A tent that comes to the table again: by whom it was marked, and how. */
function AlreadyMarked({ marked, query }: { marked: readonly MarkedTent[]; query: string }) {
  if (query.trim() === '') return null
  const found = searchTents(
    marked.map(({ tent }) => tent),
    query,
  )
  if (found.length === 0) return null
  const facts = new Map(marked.map(({ tent, mark }) => [tent.id, mark]))
  return (
    <ul className={styles['marked']} aria-label="Marked already">
      {found.slice(0, markedShown).map((tent) => {
        const mark = facts.get(tent.id)
        return (
          <li key={tent.id}>
            <strong>{labelOf(tent)}</strong>
            {mark && ` has its ${outcomeNames[mark.outcome]} by ${mark.by}, ${mark.at} Eastern.`}
          </li>
        )
      })}
      {found.length > markedShown && <li>and {found.length - markedShown} more marked already.</li>}
    </ul>
  )
}

/** The tent that has the focus leaves the list: the list takes it, so that no keyboard is lost. */
function useKeptFocus(count: number) {
  const list = useRef<HTMLUListElement>(null)
  const wasInside = useRef(false)
  const before = useRef(count)
  useEffect(() => {
    const hasLeft = count < before.current
    before.current = count
    const isLost = wasInside.current && document.activeElement === document.body
    if (hasLeft && isLost) list.current?.focus({ preventScroll: true })
  }, [count])
  useEffect(() => {
    const note = () => {
      wasInside.current = list.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  return list
}
