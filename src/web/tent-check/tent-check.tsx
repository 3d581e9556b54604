import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { can } from '../../shared/access.ts'
import type { User } from '../../shared/accounts/contract.ts'
import { easternTime } from '../../shared/eastern-time.ts'
import { texts } from '../../shared/messages.ts'
import type { Outcome } from '../../shared/tent-check/contract.ts'
import { tentLabel } from '../../shared/tents/label.ts'
import { call } from '../api/call.ts'
import { newId } from '../api/new-id.ts'
import { classNames } from '../ui/class-names.ts'
import { Notice } from '../ui/notice.tsx'
import { Ending } from './closing/ending.tsx'
import { lastActOf, rememberedRest, rememberRest } from './closing/last-act.ts'
import { unsentIn } from './closing/unsent.ts'
import { Conflicts, ExcludedNotice, loadParts, Onlooker, StartCheck } from './lazy-parts.tsx'
import { Lights } from './lights/lights.tsx'
import { pageLights } from './lights/page-lights.ts'
import type { Check } from './live/picture.ts'
import { NeedsYou } from './marks/needs-you.tsx'
import { NoCheck } from './no-check.tsx'
import { pageOf } from './pages/device-choices.ts'
import type { OwnTent, WatchedCheck } from './pages/onlooker.tsx'
import { PageBar } from './pages/page-bar.tsx'
import { StatusRow } from './pages/status-row.tsx'
import { useBounceGuard } from './pages/use-bounce-guard.ts'
import { useDeviceChoices } from './pages/use-device-choices.ts'
import { focusPanel, RunningCheck } from './running-check.tsx'
import type { Roster } from './starting/start-check.tsx'
import styles from './tent-check.module.css'
import { tentCheckTexts } from './texts.ts'
import { useAlerts } from './use-alerts.ts'
import { useExcluding } from './use-excluding.ts'
import { useFlash } from './use-flash.tsx'
import { useOverview } from './use-overview.ts'
import { useTentCheck } from './use-tent-check.ts'
import { useWakeLock } from './use-wake-lock.ts'

type TentCheckProps = {
  user: User
  /** Loads the tents; used only where a check can be started. */
  useRoster: () => Roster
  /** Used only by people who watch. */
  useOwnTent: (check: WatchedCheck) => OwnTent
  /** For the server, the signed-in person is not the one of this page. */
  onSessionMismatch: () => void
  onCheckClosed: () => void
  /** What stands below a line monitor's part; drawn once its place is known. */
  children: ReactNode
  /** What stands at the very end while no check is on. */
  below?: ReactNode
}

/** How long the specification's alerts stay if nobody dismisses them. */
const alertMs = 5000
/** By then, what the first mark needs is loaded. */
const partsAfterMs = 1000
const verifiedEveryMs = 10_000

/** Alerts that are outdated once a check is on again. */
const ofClosing = new Set<string>([
  texts.checkEnded,
  texts.checkCanceled,
  tentCheckTexts.checkClosedUnseen,
])

/** The live tent check. Specification 4. */
export function TentCheck(props: TentCheckProps) {
  const { user, useRoster, useOwnTent, onSessionMismatch, onCheckClosed, children, below } = props
  const { alerts, say, dismiss, dismissAll } = useAlerts()
  const isLineMonitor = can(user, 'lineMonitor')
  const onClosed = () => {
    // The summary is read from its top, and what moves while it comes is out of sight.
    scrollTo({ top: 0, behavior: 'instant' })
    onCheckClosed()
  }
  const tentCheck = useTentCheck({
    user,
    isLineMonitor,
    say,
    onSessionMismatch,
    onCheckClosed: onClosed,
  })
  const { picture, connection, excludedNames, unsentNames, closed, isEnding } = tentCheck
  const { marks, undoing, queue, undos, setExcluded, view, resync } = tentCheck
  const { check } = picture
  const checkId = check?.checkId ?? null
  const { choices, choose, onPage } = useDeviceChoices(checkId)
  const guard = useBounceGuard()
  const isWorking = check !== null && isLineMonitor
  useWakeLock(isWorking)
  useEffect(() => {
    if (!isLineMonitor) return
    const timer = setTimeout(() => {
      loadParts()
      // Makes its formatter, for which the first mark should not wait.
      easternTime(new Date())
    }, partsAfterMs)
    return () => clearTimeout(timer)
  }, [isLineMonitor])

  // During a check, events show whether the role has changed; otherwise the server must be asked.
  useEffect(() => {
    if (!isLineMonitor || check !== null) return
    const timer = setInterval(onSessionMismatch, verifiedEveryMs)
    return () => clearInterval(timer)
  }, [isLineMonitor, check, onSessionMismatch])

  // Before it is painted.
  useLayoutEffect(() => {
    if (checkId !== null) dismissAll(ofClosing)
  }, [checkId, dismissAll])

  const title = useRef<HTMLHeadingElement>(null)
  const known = picture.isKnown ? checkId : undefined
  const knownBefore = useRef(known)
  useEffect(() => {
    const isOther = known !== knownBefore.current && knownBefore.current !== undefined
    knownBefore.current = known
    if (!isOther || !isLineMonitor) return
    // A check begins at its first tent, however far down one was before it.
    if (known) scrollTo({ top: 0, behavior: 'instant' })
    // What had the focus, such as the button that starts a check, is gone.
    if (document.activeElement !== document.body) return
    if (known) focusPanel()
    else title.current?.focus({ preventScroll: true })
  }, [known, isLineMonitor])

  const page = check ? pageOf({ ...check, pageCount: check.pages.length }, choices) : 0
  const viewed = isWorking && page !== 'out' ? page : null
  useEffect(() => view(viewed), [view, viewed])
  const overview = useOverview({ ...tentCheck, check, page, user })

  const { flash, showMark } = useFlash()
  const exclusions = useExcluding({
    checkId,
    page,
    excludedNames,
    setExcluded,
    isEnding,
    dismissAll,
  })
  const { excluding, onExclude } = exclusions
  const onMarked = (outcome: Outcome) => {
    showMark(outcome)
    // They belong to the tent that is marked now, and would cover its line.
    exclusions.hideAll()
  }
  const undo = (id: string, checkId: string, tentLabel: string, number: number) =>
    undos.add({ undoId: newId(), id, checkId, tentLabel, number, markId: null })

  const wayBack = (check: Check, last: Check['marked'][number]) => {
    const act = lastActOf(check, last, rememberedRest())
    return {
      words: act.length > 1 ? `these ${act.length}` : `the last mark: ${tentLabel(last.tent)}`,
      onUndo: () => {
        for (const { tent, mark } of act) {
          undo(tent.id, check.checkId, tentLabel(tent), mark.number)
        }
        rememberRest(null)
      },
    }
  }

  const sending = marks.filter(({ phase }) => phase === 'sending').length

  return (
    <div className={classNames(styles['screen'], isEnding && styles['isEnding'])} {...guard}>
      <div className={classNames(styles['top'], isWorking && styles['withPages'])}>
        {flash}
        <div className={styles['status']}>
          <StatusRow
            check={check}
            left={overview.leftInAll}
            here={isLineMonitor && typeof page === 'number' ? overview.here : null}
            connection={connection}
            waiting={sending + undoing.length + unsentNames}
          >
            <NeedsYou marks={marks}>
              <Conflicts
                marks={marks}
                user={user}
                check={check || picture.isKnown ? check : undefined}
                onRead={(markId) => queue.dismiss(markId)}
                onUndo={({ markId, tentLabel, body, refusal }) => {
                  const { checkId } = body
                  if (checkId && refusal?.mark) {
                    undo(body.id, checkId, tentLabel, refusal.mark.number)
                  }
                  queue.dismiss(markId)
                }}
                onNoneLeft={focusPanel}
              />
            </NeedsYou>
          </StatusRow>
          <Lights tents={isLineMonitor || check === null ? overview.lights : lightsOfAll(check)} />
        </div>
        {isWorking && (
          <PageBar
            pages={check.pages}
            left={overview.left}
            page={page}
            presence={overview.colleagues}
            onPage={onPage}
          />
        )}
        <div className={styles['alerts']}>
          {isWorking && isEnding && (
            <Ending
              key={overview.last?.mark.number}
              last={overview.last && overview.mayUndoLast ? wayBack(check, overview.last) : null}
              onEnd={() => {
                // An undo that waits would come too late. If this fails or is left to it, the server
                // ends the check itself a moment later.
                if (undos.getState().some(({ checkId }) => checkId === check.checkId)) return
                const { checkId, number } = check
                call('endCheck', { ifEmpty: true, checkId, number }).catch(() => {})
              }}
            />
          )}
          {isWorking && excluding && (
            <ExcludedNotice
              key={excluding.name}
              name={excluding.name}
              tents={overview.tents}
              standings={overview.standings}
              excludedNames={excludedNames}
              onInclude={(name) => onExclude(name, false)}
              onHide={exclusions.hide}
            />
          )}
          {alerts.map(({ id, text, tone, stays, about }) => (
            <Notice
              key={id}
              tone={tone}
              hideAfterMs={stays ? null : alertMs}
              dismissible
              onHide={() => dismiss(id)}
            >
              {about.length > 0 && `${about.join(', ')}: `}
              {text}
            </Notice>
          ))}
        </div>
      </div>
      <h1 ref={title} tabIndex={-1} className={check ? 'visually-hidden' : styles['title']}>
        Tent Check
      </h1>
      {isWorking && (
        <RunningCheck
          key={check.checkId}
          check={check}
          tents={overview.tents}
          standings={overview.standings}
          unsent={unsentIn(check.checkId, marks, undoing, unsentNames)}
          user={user}
          page={page}
          choice={choices}
          excludedNames={excludedNames}
          undoing={undoing}
          queue={queue}
          undos={undos}
          onPage={onPage}
          onExclude={onExclude}
          onMarked={onMarked}
          onTried={resync}
          say={say}
        >
          {children}
        </RunningCheck>
      )}
      {check && !isLineMonitor && (
        <Onlooker check={check} useOwnTent={useOwnTent} isEnding={isEnding} />
      )}
      {!check && (
        <NoCheck
          isKnown={picture.isKnown}
          isOffline={connection !== 'live'}
          isLineMonitor={isLineMonitor}
          closed={closed}
          onTried={resync}
          say={say}
        >
          <StartCheck
            useRoster={useRoster}
            numCheckers={choices.numCheckers}
            onNumCheckers={(numCheckers) => choose({ numCheckers })}
            onTried={resync}
            say={say}
          />
          {children}
          {below}
        </NoCheck>
      )}
      {!isLineMonitor && <p className={styles['role']}>{tentCheckTexts.runsTheCheck}</p>}
    </div>
  )
}

function lightsOfAll({ pages, tents, marked }: Check): string {
  const status = { pages, activeTents: tents, marked }
  return pages.map((_, index) => pageLights(status, index)).join('')
}
