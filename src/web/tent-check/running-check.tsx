import { Tabs } from 'radix-ui'
import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import type { ActiveTent, Outcome, CheckerPage as Page } from '../../shared/tent-check/contract.ts'
import type { Member } from '../../shared/tents/members.ts'
import { SearchField } from '../ui/search-field.tsx'
import { CardChecker } from './exclusions/card-checker.tsx'
import type { Check } from './live/picture.ts'
import { type Mark, markOf } from './marks/mark.ts'
import type { MarkQueue, QueuedMark } from './marks/mark-queue.ts'
import { CheckerPage } from './pages/checker-page.tsx'
import type { PageChoice } from './pages/choices.ts'
import { namesChosen } from './pages/chosen.ts'
import { useChosen } from './pages/use-chosen.ts'
import styles from './running-check.module.css'

type RunningCheckProps = {
  check: Check
  netID: string
  firstName: string
  page: PageChoice
  excludedNames: readonly string[]
  marks: readonly QueuedMark[]
  saved: readonly Mark[]
  queue: MarkQueue
  onPage: (page: PageChoice) => void
  onExclude: (name: string, isExcluded: boolean) => void
  say: (text: string, tone?: 'danger') => void
}

/** A check that is on, as a line monitor works in it. */
export function RunningCheck(props: RunningCheckProps) {
  const {
    check,
    netID,
    firstName,
    page,
    excludedNames,
    marks: allMarks,
    saved: allSaved,
    queue,
    onPage,
    onExclude,
    say,
  } = props
  const [query, setQuery] = useState('')
  const allTents = useMemo(
    () => [...check.tents, ...check.marked.map(({ tent }) => tent)],
    [check.tents, check.marked],
  )
  // A mark of the check before may still be on its way: it keeps no tent from this one.
  const isOfThis = ({ body }: Mark) => body.checkId === check.checkId
  const [marks, saved] = [allMarks.filter(isOfThis), allSaved.filter(isOfThis)]
  const excluded = useMemo(() => new Set(excludedNames), [excludedNames])
  const { chosen, toggle } = useChosen(netID, check.checkId, excluded)

  // The handlers stay the same, so that a tap draws only the tent that it changes.
  const latest = useLatest({ chosen, excluded, marks, check })
  const onToggle = useCallback(
    (tent: ActiveTent, { name, key }: Member) => {
      if (latest.current.excluded.has(name)) say(texts.isExcluded(name), 'danger')
      else toggle(tent.id, key)
    },
    [latest, say, toggle],
  )
  const onMark = useCallback(
    (tent: ActiveTent, outcome: Outcome) => {
      const { check, chosen, marks } = latest.current
      if (marks.some((mark) => mark.body.id === tent.id && mark.phase !== 'refused')) return
      const tap = {
        tent,
        checkId: check.checkId,
        monitor: { firstName },
        markId: newMarkId(),
        now: new Date(),
      }
      const names = namesChosen(tent, chosen.get(tent.id) ?? [])
      queue.add(
        markOf(outcome === 'miss' ? { ...tap, outcome } : { ...tap, outcome, chosen: names }),
      )
    },
    [latest, firstName, queue],
  )
  const onTakeBack = useCallback(
    (tent: ActiveTent) => {
      const mark = latest.current.marks.find(
        ({ body, phase }) => body.id === tent.id && phase === 'fading',
      )
      if (mark) queue.takeBack(mark.markId)
    },
    [latest, queue],
  )

  const isCards = page === 'cards'
  return (
    <Tabs.Root
      className={styles['check']}
      value={String(page)}
      onValueChange={(value) => {
        setQuery('')
        onPage(value === 'cards' ? value : Number(value))
      }}
    >
      <PageTabs pages={check.pages} page={page} />
      <div className={styles['search']}>
        <SearchField
          label={isCards ? 'Search names' : 'Search tents and members'}
          value={query}
          onChange={setQuery}
        />
      </div>
      <Tabs.Content value={String(page)} className={styles['page']}>
        {isCards ? (
          <CardChecker
            tents={allTents}
            excludedNames={excludedNames}
            query={query}
            onExclude={onExclude}
          />
        ) : (
          <CheckerPage
            check={check}
            page={page}
            query={query}
            chosen={chosen}
            excluded={excluded}
            marks={marks}
            saved={saved}
            onToggle={onToggle}
            onMark={onMark}
            onTakeBack={onTakeBack}
            onPage={onPage}
            onClearSearch={() => setQuery('')}
          />
        )}
      </Tabs.Content>
    </Tabs.Root>
  )
}

/** On its own, so that a tap or a mark draws no tab anew. */
const PageTabs = memo(function PageTabs({
  pages,
  page,
}: {
  pages: readonly Page[]
  page: PageChoice
}) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tabs = list.current?.children
    const tab = page === 'cards' ? tabs?.item(tabs.length - 1) : tabs?.item(page)
    // Not scrollIntoView: that would move the page as well.
    if (list.current && tab instanceof HTMLElement) {
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
    }
  }, [page])
  return (
    <Tabs.List ref={list} className={styles['tabs']} aria-label="Pages of this check">
      {pages.map((one, index) => (
        <Tabs.Trigger key={pageName(one, index)} value={String(index)} className={styles['tab']}>
          {pageName(one, index)}
        </Tabs.Trigger>
      ))}
      <Tabs.Trigger value="cards" className={styles['tab']}>
        Duke Card Checker
      </Tabs.Trigger>
    </Tabs.List>
  )
})

function pageName({ first, last }: Page, index: number): string {
  return `Page ${index + 1} (${first === last ? first : `${first} – ${last}`})`
}

/** crypto.randomUUID is only there where the address is https; a campus LAN may not be. */
function newMarkId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function useLatest<T>(value: T) {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
