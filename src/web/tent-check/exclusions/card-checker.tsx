import {
  type CSSProperties,
  memo,
  type PointerEvent,
  type ReactNode,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { counted } from '../../../shared/counted.ts'
import { pathOfTentRecord } from '../../../shared/screens.ts'
import type { ActiveTent, CheckStatus } from '../../../shared/tent-check/contract.ts'
import { Link } from '../../routing/link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { foundText, holds } from '../../ui/find-text.ts'
import links from '../../ui/links.module.css'
import { type Times, useTimes } from '../../ui/times.ts'
import { useZoneAfter } from '../../ui/times-zone.ts'
import styles from './card-checker.module.css'
import { allCalled, compareNames, type MemberName, memberNames } from './member-names.ts'

type CardCheckerProps = {
  /** All tents of the check: an exclusion also counts for a marked tent. */
  tents: readonly ActiveTent[]
  excludedNames: readonly string[]
  /** Those of them that the server knows of; only of these can it say who excluded them. */
  sentNames: readonly string[]
  /** Who excluded whom, and when; without what this phone has not sent yet. */
  exclusions: CheckStatus['exclusions']
  query: string
  onExclude: (name: string, isExcluded: boolean) => void
  /** Called when it is not known who excluded a name, to ask the server. */
  onUnknown: () => void
}

/** Events name the excluded, not the monitor; several taps lead to one question. */
const askedAfterMs = 1000

/** The Duke Card Checker: excludes members who came late from this check, on every page. */
export function CardChecker(props: CardCheckerProps) {
  const query = useDeferredValue(props.query)
  const excluded = useMemo(() => new Set(props.excludedNames), [props.excludedNames])
  // Who counts again stays in the list, and who is new comes last, so that no other name comes under
  // the finger.
  const [listed, setListed] = useState(() => new Set([...props.excludedNames].sort(compareNames)))
  if (props.excludedNames.some((name) => !listed.has(name))) {
    setListed(new Set([...listed, ...excluded]))
  }
  const groups = useMemo(() => memberNames(props.tents), [props.tents])
  const all = countOf(groups)
  const found = groups
    .map(({ letter, names }) => ({ letter, names: names.filter(({ name }) => holds(name, query)) }))
    .filter(({ names }) => names.length > 0)

  const times = useTimes()
  const zoneAfter = useZoneAfter()
  const whoOf = useMemo(
    () =>
      new Map(props.exclusions.map((one) => [one.name, whoText(one, times) + zoneAfter(one.at)])),
    [props.exclusions, times, zoneAfter],
  )
  const { sentNames, onUnknown } = props
  useEffect(() => {
    if (sentNames.every((name) => whoOf.has(name))) return
    // Asks again after an answer that lacks a name: it may be older than the last tap.
    const timer = setTimeout(onUnknown, askedAfterMs)
    return () => clearTimeout(timer)
  }, [sentNames, whoOf, onUnknown])
  const names = { excluded, onExclude: props.onExclude }

  return (
    <div data-free className={styles['page']}>
      <div className={styles['count']}>
        <p role="status">
          <strong>{excluded.size}</strong> of {counted(all, 'name')} excluded
        </p>
        <a href="#excluded" className={classNames(excluded.size === 0 && styles['hidden'])}>
          See them
        </a>
      </div>
      <p role="status" className="visually-hidden">
        {query === '' ? '' : foundText(countOf(found), 'name', 'names')}
      </p>
      <p className={styles['hint']}>
        Anyone who came into the tenting area after the check began does not count in it, even if
        the tent is already marked. Tap their name as they come in.
      </p>
      {all === 0 && <p>No members are listed in the tents of this check.</p>}
      {all > 0 && found.length === 0 && <p>No name matches “{query}”.</p>}
      {found.length > 1 && <Letters letters={found.map(({ letter }) => letter)} />}
      {found.map(({ letter, names: list }) => (
        <section
          key={letter}
          id={idOf(letter)}
          aria-label={letter}
          className={styles['group']}
          style={{ '--names': list.length } as CSSProperties}
        >
          <h2 className={styles['letter']}>{letter}</h2>
          <Names list={list} {...names} />
        </section>
      ))}
      {/* Below the list, because above it each tap would move the names. */}
      {listed.size > 0 && (
        <section id="excluded" aria-labelledby="excluded-title" className={styles['chosen']}>
          <h2 id="excluded-title" className={styles['letter']}>
            Excluded
          </h2>
          <Names list={namesIn(groups, listed)} whoOf={whoOf} {...names} />
        </section>
      )}
    </div>
  )
}

function countOf(groups: readonly { names: readonly MemberName[] }[]): number {
  return groups.reduce((sum, { names }) => sum + names.length, 0)
}

/** As an address writes it, which the browser compares with. */
function idOf(letter: string): string {
  return `names-${encodeURIComponent(letter)}`
}

/** Names are laid out when they come into view, and then are not quite as high as was guessed. */
const settlesInFrames = 4

/** A to Z at the side: each letter is a link, and a finger may be drawn over them. */
function Letters({ letters }: { letters: readonly string[] }) {
  const shown = useRef<Element | null>(null)
  const follow = ({ clientX, clientY, buttons }: PointerEvent) => {
    if (buttons === 0) return
    const link = document.elementFromPoint(clientX, clientY)
    if (!(link instanceof HTMLAnchorElement)) return
    const meant = letterAt(link, clientY)
    if (meant !== shown.current) bringUp(meant)
  }
  const bringUp = (link: HTMLAnchorElement) => {
    shown.current = link
    let frames = settlesInFrames
    const scroll = () => {
      if (shown.current !== link) return
      document.getElementById(link.hash.slice(1))?.scrollIntoView({ behavior: 'instant' })
      frames -= 1
      if (frames > 0) requestAnimationFrame(scroll)
    }
    scroll()
  }
  return (
    <div className={styles['beside']}>
      <nav aria-label="Letters" className={styles['letters']} onPointerMove={follow}>
        {letters.map((letter) => (
          <a
            key={letter}
            href={`#${idOf(letter)}`}
            draggable={false}
            onClick={({ currentTarget, clientY, detail }) => {
              const isKey = detail === 0
              bringUp(isKey ? currentTarget : letterAt(currentTarget, clientY))
            }}
          >
            {letter}
          </a>
        ))}
      </nav>
    </div>
  )
}

/** The letter that stands there, or the next one, which is not shown, in the last third of its space. */
function letterAt(link: HTMLAnchorElement, y: number): HTMLAnchorElement {
  const { top, height } = link.getBoundingClientRect()
  const next = link.nextElementSibling
  const isNext = y > top + (height * 2) / 3 && next instanceof HTMLAnchorElement && isHidden(next)
  return isNext ? next : link
}

function isHidden(element: HTMLElement): boolean {
  return getComputedStyle(element).display === 'none'
}

function namesIn(groups: { names: MemberName[] }[], listed: ReadonlySet<string>): MemberName[] {
  const ofNames = new Map(
    groups.flatMap(({ names }) => names.map((one) => [one.name, one] as const)),
  )
  return [...listed].flatMap((name) => ofNames.get(name) ?? [])
}

type NamesProps = Pick<CardCheckerProps, 'onExclude'> & {
  list: readonly MemberName[]
  excluded: ReadonlySet<string>
  /**
   * Who excluded each; with it stand links to the tents' records. Only in the list of those who are
   * excluded: it loads later and would move the names that are tapped above.
   */
  whoOf?: ReadonlyMap<string, string>
}

function Names({ list, excluded, whoOf, onExclude }: NamesProps) {
  return (
    <ul className={styles['names']}>
      {list.map((entry) => (
        <Name
          key={entry.name}
          entry={entry}
          isExcluded={excluded.has(entry.name)}
          who={whoOf?.get(entry.name) ?? ''}
          isBelow={whoOf !== undefined}
          onExclude={onExclude}
        >
          {whoOf && <Records tents={entry.tents} />}
        </Name>
      ))}
    </ul>
  )
}

type NameProps = Pick<CardCheckerProps, 'onExclude'> & {
  entry: MemberName
  isExcluded: boolean
  who: string
  /** In the list of those who are excluded. */
  isBelow: boolean
  children: ReactNode
}

const Name = memo(function Name({
  entry,
  isExcluded,
  who,
  isBelow,
  onExclude,
  children,
}: NameProps) {
  const { name } = entry
  const tents = entry.tents.map(calledBy)
  return (
    <li>
      <button
        type="button"
        aria-pressed={isExcluded}
        className={classNames(styles['name'], isExcluded && styles['excluded'])}
        onClick={() => onExclude(name, !isExcluded)}
      >
        <span className={styles['text']}>{name}</span>
        <span className={styles['tents']}>
          {tents.length === 1
            ? `Tent ${tents[0]}`
            : `${allCalled(name, tents.length)}, tents ${tents.join(', ')}`}
        </span>
        {isExcluded && (
          <span className={styles['state']}>
            Excluded<span className={styles['who']}>{who}</span>
            {isBelow && <span className={styles['again']}>Count again</span>}
          </span>
        )}
        {isBelow && !isExcluded && <span className={styles['who']}>Counts again</span>}
      </button>
      {children}
    </li>
  )
})

/** The ways to the records of these tents, each once. */
function Records({ tents }: Pick<MemberName, 'tents'>) {
  return (
    <p className={links['links']}>
      {[...new Set(tents)].map((tent) => (
        <Link key={tent.id} to={pathOfTentRecord(tent.id)}>
          Record of tent {calledBy(tent)}
        </Link>
      ))}
    </p>
  )
}

/** What a tent is called beside a name. */
function calledBy({ order, name }: ActiveTent): string {
  return order || name
}

/** ` by Mona Kim, 2:14 AM`. */
function whoText({ by, at }: CheckStatus['exclusions'][number], { clock }: Times): string {
  return ` by ${by?.name ?? 'the server'}, ${clock(at)}`
}
