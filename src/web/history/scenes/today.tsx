import { LitTent } from '../../ui/lit-tent.tsx'
import { Glow } from './glow.tsx'
import styles from './scenes.module.css'
import { Stars } from './sky.tsx'

const rows = 13
const inRow = 10
/** The last in line, who may not get in: the three rows furthest away. */
const unsure = 30

/** The campus in the background. */
const skyline = 'M-4 78V60H96V46H130V60H212V40H224V24L232 8 240 24V40H252V60H350V46H384V60H484V78Z'

/** The positions of the tents, furthest first: closer ones are larger and further apart. */
function fullLawn() {
  return Array.from({ length: rows * inRow }, (_, index) => {
    const row = Math.floor(index / inRow)
    const near = row / (rows - 1)
    const apart = 24 + 22 * near
    const place = (index % inRow) - (inRow - 1) / 2 + (row % 2 ? 0.25 : -0.25)
    const width = 15 + 15 * near
    return {
      x: Math.round(240 + place * apart - width / 2),
      y: Math.round(70 + 70 * near + 50 * near * near),
      width: Math.round(width),
      isLit: index >= unsure,
    }
  })
}

/** The full lawn: 130 tents, the last 30 without a light. */
export function Today() {
  return (
    <>
      <Stars seed={11} to={60} />
      <path d={skyline} className={styles['far']} />
      <path d={skyline} className={styles['line']} opacity="0.5" />
      <path d="M0 74Q240 64 480 74V220H0Z" className={styles['ground']} />
      <Glow x={240} y={150} width={620} height={210} />
      {fullLawn().map(({ x, y, width, isLit }) => (
        <LitTent key={`${x} ${y}`} isLit={isLit} x={x} y={y} width={width} height={width * 0.75} />
      ))}
    </>
  )
}
