import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { slotsOfDay } from '../../../shared/shifts/tent-shifts.ts'
import {
  type Cell,
  type History,
  painted,
  type Sign,
  type Stroke,
  signAt,
  tapSign,
  undone,
  type Week,
  withStroke,
} from './week.ts'

/** A stroke that is being drawn: it is applied when the finger is lifted. */
type Drag = { stroke: Stroke; sign: Sign; pointer: number }

const arrows: Record<string, [days: number, halfHours: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -4],
  PageDown: [0, 4],
  Home: [0, -slotsOfDay],
  End: [0, slotsOfDay],
}

/** A week that is painted by finger, mouse and keyboard, with undo. */
export function usePainting(start: Week, onChange: (week: Week) => void) {
  /** The element that holds the cells. */
  const grid = useRef<HTMLDivElement>(null)
  const [history, setHistory] = useState<History>({ week: start, before: [] })
  const [brush, setBrush] = useState<Sign>('1')
  const [shownDrag, setShownDrag] = useState<Drag | null>(null)
  /**
   * A ref, because moves come faster than renders: the last one must count when the finger is
   * lifted.
   */
  const drag = useRef<Drag | null>(null)
  /** The focused cell, and where a range by shift and arrow keys began. */
  const [focus, setFocus] = useState<Cell>({ day: 0, halfHour: 2 })
  const [anchor, setAnchor] = useState<Cell | null>(null)
  const { week } = history

  const change = (next: History) => {
    if (next.week === week) return
    setHistory(next)
    onChange(next.week)
  }
  const paint = (stroke: Stroke, sign: Sign) =>
    change(withStroke(history, painted(week, stroke, sign)))
  const undo = () => change(undone(history))

  const selection: Stroke | null =
    shownDrag?.stroke ?? (anchor === null ? null : { from: anchor, to: focus })

  function setDrag(next: Drag | null): void {
    drag.current = next
    setShownDrag(next)
  }

  function moveTo(cell: Cell): void {
    setFocus(cell)
    const { day, halfHour } = cell
    grid.current?.querySelector<HTMLElement>(`[data-cell="${day}-${halfHour}"]`)?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const arrow = arrows[event.key]
    if (arrow !== undefined) {
      event.preventDefault()
      setAnchor(event.shiftKey ? (anchor ?? focus) : null)
      moveTo({
        day: within(focus.day + arrow[0], week.length),
        halfHour: within(focus.halfHour + arrow[1], slotsOfDay),
      })
    } else if (event.key === ' ' || event.key === 'Enter') {
      // The heading of a day is a button of its own.
      if (event.target instanceof HTMLButtonElement) return
      event.preventDefault()
      if (anchor === null) paint({ from: focus, to: focus }, tapSign(week, focus, brush))
      else paint({ from: anchor, to: focus }, brush)
      setAnchor(null)
    } else if (event.key === 'Escape') {
      setAnchor(null)
      setDrag(null)
    } else if (['0', '1', '2'].includes(event.key)) {
      setBrush(event.key as Sign)
    } else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      undo()
    }
  }

  function begin(event: PointerEvent, cell: Cell): void {
    if (event.button !== 0 || drag.current !== null) return
    setAnchor(null)
    setFocus(cell)
    const sign = tapSign(week, cell, brush)
    setDrag({ stroke: { from: cell, to: cell }, sign, pointer: event.pointerId })
  }
  function move(event: PointerEvent, cell: Cell | null): void {
    const under = drag.current
    if (under === null || cell === null || event.pointerId !== under.pointer) return
    const { from, to } = under.stroke
    if (to.day === cell.day && to.halfHour === cell.halfHour) return
    // A range always uses the brush; only a single tap can erase.
    setDrag({ ...under, sign: brush, stroke: { from, to: cell } })
  }
  function end(event: PointerEvent): void {
    const done = drag.current
    if (done === null || event.pointerId !== done.pointer) return
    setDrag(null)
    if (event.type === 'pointerup') paint(done.stroke, done.sign)
  }

  return {
    grid,
    week,
    brush,
    setBrush,
    focus,
    selection,
    /** The sign that the selection would get. */
    sign: shownDrag?.sign ?? brush,
    paint,
    /** Replaces the week in one step, which undo takes back. */
    replace: (next: Week) => change(withStroke(history, next)),
    undo,
    mayUndo: history.before.length > 0,
    onKeyDown,
    pointer: { begin, move, end },
    signAt: (cell: Cell) => signAt(week, cell),
  }
}

export type Painting = ReturnType<typeof usePainting>

function within(value: number, count: number): number {
  return Math.min(count - 1, Math.max(0, value))
}
