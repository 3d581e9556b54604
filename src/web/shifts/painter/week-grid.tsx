import { memo, type PointerEvent } from 'react'
import { slotsOfDay } from '../../../shared/shifts/tent-shifts.ts'
import { classNames } from '../../ui/class-names.ts'
import { halfHourText } from '../words/time-words.ts'
import styles from './painter.module.css'
import type { Painting } from './use-painting.ts'
import { type Cell, isIn, type Sign } from './week.ts'
import { cellText, signWords } from './words.ts'

/** The half hours of a day, from 0. */
const ofDay = Array.from({ length: slotsOfDay }, (_, halfHour) => halfHour)

type WeekGridProps = {
  painting: Painting
  /** The columns' titles: `Mon`, or `Mon Jan 26`. */
  days: readonly string[]
  /** Is this cell night? */
  isNight: (cell: Cell) => boolean
  /** false: touch scrolls, and nothing is painted. */
  paints: boolean
}

/** The grid of a week: times down, days across. */
export function WeekGrid({ painting, days, isNight, paints }: WeekGridProps) {
  const { focus, selection, sign, pointer } = painting
  const begin = (event: PointerEvent) => {
    const cell = cellOf(event.target)
    if (cell === null || !paints) return
    // A pressed mouse would otherwise drag and select text.
    if (event.pointerType === 'mouse') event.preventDefault()
    // The grid hears of a stroke that ends outside of it, too.
    event.currentTarget.setPointerCapture(event.pointerId)
    pointer.begin(event, cell)
    const element = event.target
    if (element instanceof HTMLElement) element.focus({ preventScroll: true })
  }
  const move = (event: PointerEvent) =>
    pointer.move(event, cellOf(document.elementFromPoint(event.clientX, event.clientY)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table is no grid that the arrow keys go through
    <div
      ref={painting.grid}
      role="grid"
      aria-label="Half hours of the week"
      aria-multiselectable="true"
      aria-rowcount={slotsOfDay + 1}
      tabIndex={-1}
      className={classNames(styles['grid'], paints && styles['paints'])}
      onKeyDown={painting.onKeyDown}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={pointer.end}
      onPointerCancel={pointer.end}
      onLostPointerCapture={pointer.end}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a table is no grid that the arrow keys go through */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus */}
      <div role="row" className={classNames(styles['line'], styles['head'])}>
        <span />
        {days.map((day, index) => (
          <ColumnHead key={day} day={day} index={index} painting={painting} paints={paints} />
        ))}
      </div>
      {ofDay.map((halfHour) => (
        <Line
          key={halfHour}
          halfHour={halfHour}
          days={days}
          signs={days.map((_, day) => painting.signAt({ day, halfHour })).join('')}
          nights={days.map((_, day) => (isNight({ day, halfHour }) ? '1' : '0')).join('')}
          chosen={days
            .map((_, day) => (selection && isIn(selection, { day, halfHour }) ? sign : '-'))
            .join('')}
          focus={focus.halfHour === halfHour ? focus.day : null}
        />
      ))}
    </div>
  )
}

type ColumnHeadProps = { day: string; index: number; painting: Painting; paints: boolean }

/** A click paints the whole day. */
function ColumnHead({ day, index, painting, paints }: ColumnHeadProps) {
  const { brush, paint } = painting
  const [name, ...date] = day.split(' ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table is no grid that the arrow keys go through
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <span role="columnheader">
      <button
        type="button"
        className={styles['day']}
        aria-label={`${day}: all day ${signWords[brush]}`}
        disabled={!paints}
        onClick={() =>
          paint(
            { from: { day: index, halfHour: 0 }, to: { day: index, halfHour: slotsOfDay - 1 } },
            brush,
          )
        }
      >
        {name}
        {date.length > 0 && <small>{date.join(' ')}</small>}
      </button>
    </span>
  )
}

type LineProps = {
  halfHour: number
  days: readonly string[]
  /** One sign per day. */
  signs: string
  nights: string
  /** The sign that each cell of the selection would get, `-` outside of it. */
  chosen: string
  /** The day of the keyboard focus. */
  focus: number | null
}

/** Memoized: only changed lines are drawn, so that painting stays fast. */
const Line = memo(function Line({ halfHour, days, signs, nights, chosen, focus }: LineProps) {
  const isHour = halfHour % 2 === 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table is no grid that the arrow keys go through
    // biome-ignore lint/a11y/useFocusableInteractive: the cells take the focus
    <div role="row" className={classNames(styles['line'], isHour && styles['hour'])}>
      <span aria-hidden="true" className={styles['time']}>
        {isHour && halfHourText(halfHour).replace(':00', '')}
      </span>
      {days.map((day, index) => {
        const sign = signs[index] as Sign
        const isChosen = chosen[index] !== '-'
        return (
          // biome-ignore lint/a11y/useSemanticElements: a table is no grid that the arrow keys go through
          <span
            key={day}
            role="gridcell"
            data-cell={`${index}-${halfHour}`}
            tabIndex={focus === index ? 0 : -1}
            aria-selected={isChosen}
            aria-label={cellText(day, { day: index, halfHour }, sign)}
            className={classNames(
              styles['cell'],
              styles[`sign${isChosen ? chosen[index] : sign}`],
              isChosen && styles['chosen'],
              nights[index] === '1' && styles['night'],
            )}
          />
        )
      })}
    </div>
  )
})

function cellOf(target: unknown): Cell | null {
  const cell = target instanceof HTMLElement ? target.dataset['cell'] : undefined
  if (cell === undefined) return null
  const [day = 0, halfHour = 0] = cell.split('-').map(Number)
  return { day, halfHour }
}
