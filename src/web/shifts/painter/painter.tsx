import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { hoursText } from '../words/time-words.ts'
import { AddTime } from './add-time.tsx'
import styles from './painter.module.css'
import { painterTexts } from './texts.ts'
import { usePainting } from './use-painting.ts'
import { type Cell, hoursIn, paintedWhere, type Week } from './week.ts'
import { WeekGrid } from './week-grid.tsx'
import { signs, signWords, strokeText, weekLines } from './words.ts'

type PainterProps = {
  /** The initial week; to paint another one, change the component's `key`. */
  start: Week
  days: readonly string[]
  isNight: (cell: Cell) => boolean
  onChange: (week: Week) => void
  /** The text if nothing is painted. */
  nothing: string
  /** More ways to fill the week, beside undo. */
  ways?: (replace: (week: Week) => void) => ReactNode
}

/** A week to paint with three brushes, and the same as a list. */
export function Painter({ start, days, isNight, onChange, nothing, ways }: PainterProps) {
  const [paints, setPaints] = useState(true)
  const painting = usePainting(start, onChange)
  const brushName = useId()
  const { week, brush, setBrush, selection, sign } = painting
  const fill = (isMeant: (cell: Cell) => boolean) =>
    painting.replace(paintedWhere(week, isMeant, brush))
  return (
    <div className={styles['painter']}>
      <div className={styles['paint']}>
        <div className={styles['tools']}>
          <fieldset className={styles['brushes']}>
            <legend className="visually-hidden">Brush</legend>
            {signs.map((one) => (
              <label key={one} className={styles['brush']}>
                <input
                  type="radio"
                  name={brushName}
                  checked={paints && brush === one}
                  onChange={() => {
                    setBrush(one)
                    setPaints(true)
                  }}
                />
                <span className={classNames(styles['swatch'], styles[`sign${one}`])} />
                {signWords[one]}
              </label>
            ))}
            <label className={classNames(styles['brush'], styles['scroll'])}>
              <input
                type="radio"
                name={brushName}
                checked={!paints}
                onChange={() => setPaints(false)}
              />
              <span aria-hidden="true">↕</span>
              scroll
            </label>
          </fieldset>
          <p className={styles['says']} role="status">
            {selection === null
              ? paints
                ? painterTexts.howTo
                : painterTexts.scrolls
              : `${strokeText(days, selection)}: ${signWords[sign]}`}
          </p>
        </div>
        <WeekGrid painting={painting} days={days} isNight={isNight} paints={paints} />
      </div>
      <div className={styles['beside']}>
        <div className={styles['ways']}>
          <Button variant="quiet" aria-disabled={!painting.mayUndo} onClick={painting.undo}>
            Undo
          </Button>
          <Button variant="quiet" onClick={() => fill(isNight)}>
            All nights {signWords[brush]}
          </Button>
          <Button variant="quiet" onClick={() => fill(() => true)}>
            All {signWords[brush]}
          </Button>
          {ways?.(painting.replace)}
        </div>
        <h3>In words: {hoursText(hoursIn(week))} h a week</h3>
        <WeekList week={week} days={days} nothing={nothing} />
        <p className={styles['keys']}>{painterTexts.keys}</p>
        <AddTime days={days} onAdd={painting.paint} />
      </div>
    </div>
  )
}

type WeekListProps = Pick<PainterProps, 'days' | 'nothing'> & { week: Week }

/** The week as a list of texts. */
function WeekList({ week, days, nothing }: WeekListProps) {
  const lines = weekLines(week, days)
  if (lines.length === 0) return <p>{nothing}</p>
  return (
    <ul className={styles['list']}>
      {lines.map((line) => (
        <li key={line.days}>
          <strong>{line.days}</strong> {line.runs}
        </li>
      ))}
    </ul>
  )
}
