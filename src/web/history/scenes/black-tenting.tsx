import { LitTent } from '../../ui/lit-tent.tsx'
import { Glow } from './glow.tsx'
import styles from './scenes.module.css'
import { Sparks } from './sky.tsx'

/** A tent with snow on it, `scale` times as large as it is drawn. */
function SnowyTent({
  x,
  y,
  scale,
  isLit,
}: {
  x: number
  y: number
  scale: number
  isLit: boolean
}) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <LitTent isLit={isLit} width="32" height="24" />
      <path
        d="M8.5 12.7 16 2 23.5 12.7"
        fill="none"
        stroke="var(--night-muted)"
        strokeWidth="1.2"
      />
    </g>
  )
}

/** A night in the snow, under the moon. */
export function BlackTenting() {
  return (
    <>
      <Glow x={392} y={52} width={150} color="var(--night-muted)" />
      <path d="M398 28a25 25 0 1 0 20 38 20 20 0 0 1-20-38Z" className={styles['pale']} />
      <path d="M0 146Q110 118 230 142T480 132V220H0Z" fill="#141f48" />
      <SnowyTent x={50} y={104} scale={2.9} isLit={false} />
      <SnowyTent x={322} y={110} scale={3.3} isLit={false} />
      <path d="M0 164Q120 146 250 170T480 160V220H0Z" fill="#2a3869" />
      <Glow x={240} y={164} width={330} height={190} />
      <SnowyTent x={178} y={104} scale={3.9} isLit />
      <path d="M0 188Q150 174 260 186T480 182V220H0Z" fill="#7484b8" />
      <Sparks count={60} seed={21} size={2.4} opacity={0.7} />
      <Sparks count={18} seed={33} size={4} opacity={0.9} />
    </>
  )
}
