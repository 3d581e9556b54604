import { LitTent } from '../../ui/lit-tent.tsx'
import { chances } from './chance.ts'
import { Glow } from './glow.tsx'
import { Ground } from './ground.tsx'
import styles from './scenes.module.css'
import { Stars } from './sky.tsx'

const spots = 70
const inRow = 20

/** 160 groups that wanted a spot, and which of them got one. */
function groups() {
  const lots = chances(160, 17)
  const last = lots.toSorted((a, b) => a - b)[spots - 1] ?? 0
  return lots.map((lot, group) => ({
    x: 180 + (group % inRow) * 14.4,
    y: 30 + Math.floor(group / inRow) * 14.4,
    isLit: lot <= last,
  }))
}

/** A test sheet, and 160 groups, of which 70 have a light. */
export function Trivia() {
  return (
    <>
      <Stars seed={6} to={20} />
      <Ground />
      {groups().map(({ x, y, isLit }) => (
        <circle
          key={`${x} ${y}`}
          cx={x}
          cy={y}
          r="4.8"
          className={isLit ? styles['lit'] : styles['out']}
        />
      ))}
      <Glow x={317} y={178} width={220} height={90} />
      <LitTent isLit x={285} y={154} width={64} height={48} />
      <g transform="rotate(-6 90 110)">
        <rect x="40" y="40" width="100" height="142" rx="6" className={styles['pale']} />
        <path
          d="M76 70q0-14 14-14t14 13q0 9-14 14v9M90 102v0"
          fill="none"
          stroke="#0a1745"
          strokeWidth="7"
        />
        <path
          d={[122, 142, 162].map((y) => `M54 ${y - 5}h10v10h-10ZM76 ${y}h50`).join('')}
          fill="none"
          stroke="#5a6ba6"
          strokeWidth="2.5"
        />
        <path d="M55 141 60 147 70 131" fill="none" stroke="#0a1745" strokeWidth="3.5" />
      </g>
    </>
  )
}
