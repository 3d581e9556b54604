import { useEffect, useState } from 'react'
import { checkHistoryTexts } from '../../check-history/texts.ts'
import { useLocation } from '../../routing/location.tsx'
import styles from './dashboard.module.css'
import {
  type UseNeeds,
  useOpenDisputes,
  useUnsettledTents,
  useUntold,
  useWaitingAccounts,
} from './needs.ts'
import { dashboardTexts } from './texts.ts'

type Place = { id: string; title: string; useNeeds?: UseNeeds }

/** The dashboard's places, in order. */
export const places = {
  tonight: { id: 'tonight', title: 'Tonight' },
  people: { id: 'people', title: 'People', useNeeds: useWaitingAccounts },
  season: { id: 'season', title: 'Season', useNeeds: useOpenDisputes },
  roster: { id: 'roster', title: 'Roster', useNeeds: useUnsettledTents },
  pages: { id: 'pages', title: 'Pages' },
  system: { id: 'system', title: 'System', useNeeds: useUntold },
} as const satisfies Record<string, Place>

/** The parts that not everyone may see; `refused` is shown to all others. */
export const parts = {
  users: { id: 'users', title: 'Users', refused: dashboardTexts.seesUsers },
  person: { id: 'person', title: 'About a person', refused: dashboardTexts.seesPersons },
  disputes: { id: 'disputes', title: 'Disputes', refused: dashboardTexts.answersDisputes },
  checks: { id: 'checks', title: 'Checks', refused: checkHistoryTexts.seesChecks },
  closedSeasons: {
    id: 'closed-seasons',
    title: 'Closed seasons',
    refused: dashboardTexts.seesClosed,
  },
  tents: { id: 'tents', title: 'Tents', refused: dashboardTexts.seesTents },
  rosterFile: {
    id: 'roster-file',
    title: 'The roster as a file',
    refused: dashboardTexts.seesFile,
  },
  airtable: { id: 'airtable', title: 'Roster and Airtable', refused: dashboardTexts.seesAirtable },
  health: { id: 'health', title: 'Health', refused: dashboardTexts.seesHealth },
  notices: { id: 'notices', title: 'Notices', refused: dashboardTexts.seesNotices },
  tokens: { id: 'tokens', title: 'For other programs', refused: dashboardTexts.makesTokens },
  audit: { id: 'audit', title: 'Audit', refused: dashboardTexts.seesAudit },
  seasonEnd: { id: 'season-end', title: 'End of the season', refused: dashboardTexts.closesSeason },
}

/**
 * Links to the dashboard's places with the current one marked, and, for super users, those where
 * something waits.
 */
export function DashboardNav({ mayChange }: { mayChange: boolean }) {
  const current = usePlaceInSight()
  return (
    <nav aria-label="Sections" className={styles['nav']}>
      {Object.values<Place>(places).map(({ id, title, useNeeds }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
          {title}
          {mayChange && useNeeds && <Needs useNeeds={useNeeds} />}
        </a>
      ))}
    </nav>
  )
}

function Needs({ useNeeds }: { useNeeds: UseNeeds }) {
  const count = useNeeds()
  if (!count) return null
  return (
    <span className={styles['needs']}>
      {count}
      <span className="visually-hidden"> to do</span>
    </span>
  )
}

/** The current place, as the page is scrolled or gets another size. */
function usePlaceInSight(): string {
  const [current, setCurrent] = useState<string>(places.tonight.id)
  const { hash } = useLocation()
  useEffect(() => {
    const look = () => setCurrent(placeInSight(hash))
    look()
    addEventListener('scroll', look, { passive: true })
    addEventListener('resize', look)
    const grown = new ResizeObserver(look)
    grown.observe(document.body)
    return () => {
      removeEventListener('scroll', look)
      removeEventListener('resize', look)
      grown.disconnect()
    }
  }, [hash])
  return current
}

/**
 * The last place that begins in the upper quarter of the window or above it. At the end of the page,
 * places may never get that far up: there it is the linked one if its part begins in the window,
 * else the last of all.
 */
function placeInSight(hash: string): string {
  const isAtEnd = scrollY > 0 && scrollY + innerHeight >= document.documentElement.scrollHeight - 1
  if (isAtEnd) return linkedInSight(hash) ?? places.system.id
  const begun = Object.keys(places).findLast((id) => {
    // While it is hidden, it is nowhere.
    const top = document.getElementById(id)?.getClientRects()[0]?.top
    return top !== undefined && top <= innerHeight / 4
  })
  return begun ?? places.tonight.id
}

/** The place of what the address names, where that begins in the window. */
function linkedInSight(hash: string): string | undefined {
  const [part = ''] = hash.slice(1).split('/')
  const linked = document.getElementById(part)
  if (linked === null) return undefined
  const { top } = linked.getBoundingClientRect()
  if (top < 0 || top >= innerHeight) return undefined
  return Object.keys(places).find((id) => document.getElementById(id)?.contains(linked))
}
