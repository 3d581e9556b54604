import { useEffect, useRef, useState } from 'react'
import type { TentShifts as Picture } from '../../shared/shifts/tent-shifts.ts'
import { useFocusAfter } from '../api/use-focus-after.ts'
import { Link } from '../routing/link.tsx'
import { useLocation } from '../routing/location.tsx'
import { FailedNotice, Offline } from '../ui/failed.tsx'
import { focusPart } from '../ui/focus-part.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { timesIn } from '../ui/times.ts'
import { TimesPart } from './availability/times-part.tsx'
import { FairnessPart } from './fairness/fairness-part.tsx'
import { NextShift } from './next/next-shift.tsx'
import { WhoAmI } from './next/who-am-i.tsx'
import { pictureTexts } from './picture/texts.ts'
import { useChange } from './picture/use-change.tsx'
import { type FeedProps, type PartProps, useChosenDays } from './picture/use-shifts.ts'
import { PlanPart } from './plan/plan-part.tsx'
import { Log } from './planning/log.tsx'
import { PlanningPart } from './planning/planning-part.tsx'
import { SwapsPart } from './swaps/swaps-part.tsx'
import styles from './tent-shifts.module.css'

type Part = {
  title: string
  /** Who sees this part. */
  isFor: (me: Picture['me']) => boolean
  Content: (props: PartProps & FeedProps) => React.ReactNode
  /** Stays while another part is shown, for what is not saved in it. */
  isKept?: true
}

/** One part is shown at a time; each has its own address after the `#`. */
const parts: Record<string, Part> = {
  plan: { title: 'Plan', isFor: () => true, Content: PlanPart },
  times: {
    title: 'My times',
    isFor: ({ memberId }) => memberId !== null,
    Content: TimesPart,
    isKept: true,
  },
  swaps: {
    title: 'Swaps',
    isFor: ({ memberId, canPlan }) => memberId !== null || canPlan,
    Content: SwapsPart,
  },
  planning: {
    title: 'Planning',
    isFor: ({ canPlan }) => canPlan,
    Content: PlanningPart,
    isKept: true,
  },
  fairness: { title: 'Fairness', isFor: () => true, Content: FairnessPart },
}

/**
 * A tent's shifts: one's next one, and the parts to choose from. `isOwn`: the reader may be one of
 * its members; else they help it.
 */
export function TentShifts({ tentId, isOwn }: { tentId: string; isOwn: boolean }) {
  const [kept, setKept] = useState<readonly string[]>([])
  // Here, because it stays when another part is shown.
  const [feed, setFeed] = useState<string | null>(null)
  const { hash } = useLocation()
  const { query, shown, missing, show } = useChosenDays(tentId)
  const { data: picture } = query
  // Here, because the question is gone once it is answered.
  const linking = useChange(tentId)
  const next = useRef<HTMLElement>(null)
  const focusAfter = useFocusAfter(picture?.me.memberId, () => next.current)
  const part = useRef<HTMLDivElement>(null)
  const seen = useRef(hash)
  // The link to another part may have gone with its own part.
  useEffect(() => {
    if (seen.current === hash) return
    seen.current = hash
    const { activeElement } = document
    const isLost = activeElement === document.body || activeElement?.closest('[hidden]')
    if (isLost && part.current) focusPart(part.current)
  }, [hash])
  if (picture === undefined) {
    return <NotLoaded query={query} failed={pictureTexts.loadFailed} height="28rem" />
  }
  const { me, timeZone, now } = picture
  const open = Object.entries(parts).filter(([, { isFor }]) => isFor(me))
  const [name, chosen] = open.find(([id]) => `#${id}` === hash) ?? open[0] ?? []
  if (name !== undefined && chosen?.isKept && !kept.includes(name)) setKept([...kept, name])
  return (
    <>
      <Offline query={query} asOf={timesIn(timeZone).withDay(now)} />
      {me.memberId === null && isOwn && (
        <WhoAmI picture={picture} linking={linking} focusAfter={focusAfter} />
      )}
      {me.memberId !== null && <NextShift ref={next} picture={picture} isBrief={name !== 'plan'} />}
      {linking.said}
      <nav aria-label="Parts" className={styles['parts']}>
        {open.map(([id, { title }]) => (
          <Link key={id} to={`#${id}`} aria-current={id === name ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      {missing !== null && (
        <FailedNotice text={pictureTexts.daysFailed} onRetry={() => show(missing)} />
      )}
      {open.map(
        ([id, { Content }]) =>
          (id === name || kept.includes(id)) && (
            <div key={id} ref={id === name ? part : null} hidden={id !== name}>
              <Content picture={picture} shown={shown} onShow={show} feed={feed} onFeed={setFeed} />
            </div>
          ),
      )}
      <Log picture={picture} />
    </>
  )
}
