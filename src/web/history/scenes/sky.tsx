import { chances } from './chance.ts'

type SparksProps = { count: number; seed: number; size: number; opacity: number; to?: number }

/** White points down to the line `to`: stars, or snow. */
export function Sparks({ count, seed, size, opacity, to = 216 }: SparksProps) {
  const down = chances(count, seed + 1)
  const points = chances(count, seed).map(
    (across, index) => `M${Math.round(across * 480)} ${Math.round((down[index] ?? 0) * to)}h0`,
  )
  return (
    <path
      d={points.join('')}
      stroke="#fff"
      strokeWidth={size}
      strokeLinecap="round"
      opacity={opacity}
    />
  )
}

/** The stars of a scene: many faint ones, a few bright ones; `seed` varies them. */
export function Stars({ seed, to = 120 }: { seed: number; to?: number }) {
  return (
    <>
      <Sparks count={34} seed={seed} size={1.2} opacity={0.5} to={to} />
      <Sparks count={9} seed={seed + 40} size={2} opacity={0.8} to={to} />
    </>
  )
}
