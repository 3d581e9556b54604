import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import type { CheckerPage, Presence } from '../../../shared/tent-check/contract.ts'
import { classNames } from '../../ui/class-names.ts'
import type { PageChoice } from './device-choices.ts'
import styles from './page-bar.module.css'
import { pageName } from './page-name.ts'
import { initialsOf } from './presence-words.ts'

export const panelId = 'page-of-check'

type PageBarProps = {
  pages: readonly CheckerPage[]
  /** How many tents are left on each page: a string, so that equal values are not drawn again. */
  left: string
  page: PageChoice
  /** The colleagues, and their pages. */
  presence: readonly Presence[]
  onPage: (page: PageChoice) => void
}

/** The pages of a check, with how many tents are left and who is there. */
export const PageBar = memo(function PageBar(props: PageBarProps) {
  const { pages, page, presence, onPage } = props
  const left = props.left.split(' ').map(Number)
  const scrolled = useRef<HTMLDivElement>(null)
  /** Whoever looks for another page is not taken back to their own. */
  const isByHand = useRef(false)
  const shownAt = useRef(0)
  useEffect(() => {
    isByHand.current = false
    const box = scrolled.current
    const tab = typeof page === 'number' ? box?.children.item(page) : null
    if (!box || !(tab instanceof HTMLElement)) return
    // Not scrollIntoView, which would also scroll the page.
    const show = () => {
      if (isByHand.current && box.scrollLeft !== shownAt.current) return
      box.scrollLeft = tab.offsetLeft - (box.clientWidth - tab.offsetWidth) / 2
      shownAt.current = box.scrollLeft
    }
    // A tab is as wide as what is left on its page.
    const observer = new ResizeObserver(show)
    for (const each of box.children) observer.observe(each)
    return () => observer.disconnect()
  }, [page])

  const scrollByHand = () => {
    isByHand.current = true
  }
  const moveBy = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (step === undefined) return
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')]
    const place = tabs.findIndex((tab) => tab.ariaSelected === 'true')
    const next = tabs[(place + step + tabs.length) % tabs.length]
    event.preventDefault()
    next?.focus()
    next?.click()
  }
  const tab = (where: PageChoice) => ({
    type: 'button' as const,
    role: 'tab',
    'aria-selected': where === page,
    'aria-controls': panelId,
    // Something inside must be focusable, so that the keyboard can scroll it.
    tabIndex: where === page || (where === 0 && typeof page !== 'number') ? 0 : -1,
    className: styles['tab'],
    onClick: () => onPage(where),
  })
  const whoIsAt = (where: PageChoice) => (
    <Who people={presence.filter((one) => one.page === where)} />
  )
  return (
    <div
      role="tablist"
      aria-label="Pages of this check"
      className={styles['bar']}
      onKeyDown={moveBy}
    >
      <div
        ref={scrolled}
        role="presentation"
        className={styles['pages']}
        onTouchMove={scrollByHand}
        onWheel={scrollByHand}
      >
        {pages.map((one, index) => (
          <button key={pageName(one, index)} {...tab(index)}>
            <span aria-hidden="true">
              <strong>{index + 1}</strong> · {left[index]}
            </span>
            <span className="visually-hidden">
              {pageName(one, index)}, {left[index]} left
            </span>
            {whoIsAt(index)}
          </button>
        ))}
      </div>
      <button {...tab('out')}>
        <span className={classNames(styles['twoLines'], styles['narrow'])}>Still out</span>
      </button>
      <button {...tab('cards')}>
        <span className={styles['twoLines']}>Duke Card Checker</span>
        {whoIsAt('cards')}
      </button>
    </div>
  )
})

/** Initials on the screen, names for screen readers. */
function Who({ people }: { people: readonly Presence[] }) {
  if (people.length === 0) return null
  // No more than fit into the narrowest tab.
  const shown = people.length > 2 ? 1 : 2
  const more = people.length - shown
  return (
    <span className={styles['who']}>
      <span aria-hidden="true">
        {people.slice(0, shown).map(({ netID, name }) => (
          <span key={netID} className={styles['initials']} title={name}>
            {initialsOf(name)}
          </span>
        ))}
        {more > 0 && `+${more}`}
      </span>
      <span className="visually-hidden">
        {people.map(({ name }) => `, ${name} is here`).join('')}
      </span>
    </span>
  )
}
