import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { User } from '../../shared/accounts/contract.ts'
import { texts } from '../../shared/messages.ts'
import type { ActiveTent, Outcome } from '../../shared/tent-check/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { foundText } from '../ui/find-text.ts'
import type { Say } from '../ui/use-message.tsx'
import type { Unsent } from './closing/unsent.ts'
import { CardChecker, CloseButtons, StillOut } from './lazy-parts.tsx'
import type { Check } from './live/picture.ts'
import type { MarkQueue } from './marks/mark-queue.ts'
import type { UndoQueue, WantedUndo } from './marks/undo-queue.ts'
import type { PageChoice } from './pages/device-choices.ts'
import { OpenTent } from './pages/open-tent.tsx'
import { panelId } from './pages/page-bar.tsx'
import { PageDone } from './pages/page-done.tsx'
import { Results } from './pages/results.tsx'
import { SearchDock } from './pages/search-dock.tsx'
import { isWholeOrder, opensByItself } from './pages/search-tents.ts'
import { markedOf, ownNewestFirst, type Standing } from './pages/standings.ts'
import { TentList } from './pages/tent-list.tsx'
import { useEntries } from './pages/use-entries.ts'
import { useSearch } from './pages/use-search.ts'
import { useTicks } from './pages/use-ticks.ts'
import styles from './running-check.module.css'
import { useFocusBack } from './use-focus-back.ts'
import { focusTent, useKeys } from './use-keys.ts'
import { useMarking } from './use-marking.ts'
import { bringInSight, useOpenInSight } from './use-open-in-sight.ts'
import { useTopOfPage } from './use-top-of-page.ts'
import { useWide } from './use-wide.ts'

type RunningCheckProps = {
  check: Check
  /** All of them, in order. */
  tents: readonly ActiveTent[]
  standings: ReadonlyMap<string, Standing>
  unsent: Unsent
  user: User
  page: PageChoice
  /** A new object each time that a page is chosen, even the one that is shown. */
  choice: object
  excludedNames: readonly string[]
  undoing: readonly WantedUndo[]
  queue: MarkQueue
  undos: UndoQueue
  onPage: (page: PageChoice) => void
  onExclude: (name: string, isExcluded: boolean) => void
  onMarked: (outcome: Outcome) => void
  /** Asks the server, because without a connection the event about an act is missed. */
  onTried: () => void
  say: Say
  /** Below the tents. */
  children: ReactNode
}

const nobody: readonly string[] = []

/** A running check, for line monitors. */
export function RunningCheck(props: RunningCheckProps) {
  const { check, tents, standings, unsent, user, page, choice } = props
  const { excludedNames, undoing, queue, undos } = props
  const { onPage, onExclude, onMarked, onTried, say, children } = props
  const { netID, firstName } = user
  const searching = useSearch({ tents, page, choice })
  const { search, openId, setOpenId, unaskedId, onOpen, onText, afterMark, clear } = searching
  const field = useRef<HTMLInputElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const isWide = useWide()
  const excluded = useMemo(() => new Set(excludedNames), [excludedNames])
  const { ticks, toggle } = useTicks(netID, check.checkId, excluded)
  const left = useMemo(() => tents.filter(({ id }) => !standings.has(id)), [tents, standings])

  const ofPage = typeof page === 'number' ? page : null
  const entries = useEntries(tents, standings, { page: ofPage, query: search.shown, openId })
  const found = entries.map(({ tent }) => tent)
  const opening = opensByItself(found, search.text)

  const { onToggle, onMark, onUndo } = useMarking({
    checkId: check.checkId,
    firstName,
    ticks,
    excluded,
    standings,
    queue,
    undos,
    toggle,
    onMarked: (outcome) => {
      afterMark()
      onMarked(outcome)
    },
    onUndoing: useFocusBack(root, standings, undoing, focusPanel),
    say,
  })
  const onLeave = useCallback(
    (tentId: string) => {
      flushSync(() => setOpenId(null))
      // What had the focus went away with the content of the row, which may be a line now.
      focusTent(root.current, tentId, 'head')
      bringInSight(root.current, tentId)
      const line = root.current?.querySelector<HTMLElement>(`[data-line="${CSS.escape(tentId)}"]`)
      line?.focus({ preventScroll: true })
      line?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
    },
    [setOpenId],
  )
  const onTent = useCallback(
    ({ id, groupIndex }: ActiveTent) => {
      flushSync(() => {
        setOpenId(id)
        onPage(groupIndex)
      })
      bringInSight(root.current, id)
      focusTent(root.current, id, 'members')
    },
    [setOpenId, onPage],
  )
  useTopOfPage(root, { page, query: search.shown })
  useOpenInSight(root, openId)

  /** Shows another panel. The pressed button goes with the old one, so the panel gets the focus. */
  const change = (show: () => void) => {
    flushSync(show)
    focusPanel()
  }
  const leaveSearch = () => change(clear)
  const openFound = (tentId: string, isSure: boolean) => {
    const isOver = !isSure && found.length > 1
    flushSync(() => (isOver ? searching.onOpenItself(tentId) : setOpenId(tentId)))
    // In an open tent, M and K mark: its members get the focus only if this tent is surely meant.
    if (isSure || isWholeOrder(found, search.text)) focusTent(root.current, tentId, 'members')
  }
  useKeys({
    root,
    field,
    onUndo: (tentId) => {
      const own = ownNewestFirst(markedOf(tents, standings), user)
      const last = own.find(({ standing }) => !standing.isUndoWanted)
      if (last?.tent.id !== tentId) return false
      onUndo(last.tent, last.standing)
      return true
    },
    onClose: () => openId !== null && onLeave(openId),
  })

  const openTent = openId === null ? undefined : tents.find(({ id }) => id === openId)
  const isTents = ofPage !== null || search.shown !== ''
  const stillOut = (
    <StillOut
      check={check}
      left={left}
      keepsMarked={page === 'out'}
      standings={standings}
      tents={tents}
      user={user}
      excluded={excluded}
      onUndo={onUndo}
      onTent={onTent}
      onTried={onTried}
      say={say}
    />
  )
  return (
    <div ref={root} className={styles['check']}>
      <div className={styles['columns']}>
        <div
          ref={panel}
          id={panelId}
          role="tabpanel"
          aria-label={panelName(page)}
          className={styles['panel']}
          onBlur={() => panel.current?.removeAttribute('tabindex')}
        >
          {page === 'cards' ? (
            <CardChecker
              tents={tents}
              excludedNames={excludedNames}
              sentNames={check.excludedNames}
              exclusions={check.exclusions}
              query={search.shown}
              onExclude={onExclude}
              onUnknown={onTried}
            />
          ) : !isTents ? (
            stillOut
          ) : (
            <>
              {search.shown !== '' && <Results query={search.shown} onClear={leaveSearch} />}
              <TentList
                entries={entries}
                query={search.shown}
                openId={openId}
                open={
                  openTent && (
                    <OpenTent
                      tent={openTent}
                      ticks={ticks.get(openTent.id) ?? nobody}
                      excluded={excluded}
                      standing={standings.get(openTent.id)}
                      isUnasked={openTent.id === unaskedId}
                      user={user}
                      query={search.shown}
                      onToggle={onToggle}
                      onExclude={onExclude}
                      onMark={onMark}
                      onUndo={onUndo}
                      onClose={onLeave}
                    />
                  )
                }
                excluded={excluded}
                user={user}
                onOpen={onOpen}
                onUndo={onUndo}
              />
              <PageDone
                search={search}
                found={entries.length}
                page={ofPage}
                left={left}
                onBack={leaveSearch}
                onOut={() => change(() => onPage('out'))}
              />
            </>
          )}
        </div>
        {isWide && page !== 'out' && <aside className={styles['aside']}>{stillOut}</aside>}
      </div>
      <CloseButtons
        className={styles['close']}
        checkId={check.checkId}
        number={check.number}
        check={check}
        left={left}
        {...unsent}
        onAsk={queue.flush}
        say={say}
        failed={texts.tryAgain}
        unanswered={texts.tryAgainLater}
        onTried={onTried}
      />
      {children}
      <SearchDock
        label={page === 'cards' ? 'Search names' : 'Search tents and members'}
        text={search.text}
        found={page === 'cards' ? '' : foundOrOpen(found.length, openTent)}
        openingId={page === 'cards' ? null : (opening?.id ?? null)}
        isOpen={openId !== null}
        onText={onText}
        onOpen={openFound}
        field={field}
      />
    </div>
  )
}

/**
 * Focuses the panel when the focused element is gone; the search would open a phone's keyboard. The
 * panel becomes focusable only here: else, in Safari, a click on a button in it would focus it.
 */
export function focusPanel(): void {
  const panel = document.getElementById(panelId)
  panel?.setAttribute('tabindex', '-1')
  panel?.focus({ preventScroll: true })
}

/** What a search has come to. */
function foundOrOpen(count: number, open: ActiveTent | undefined): string {
  return open ? `Tent ${tentLabel(open)} is open` : foundText(count, 'tent', 'tents')
}

function panelName(page: PageChoice): string {
  if (page === 'out') return 'Still out'
  return page === 'cards' ? 'Duke Card Checker' : `Page ${page + 1}`
}
