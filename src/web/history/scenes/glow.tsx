import { useId } from 'react'

type GlowProps = { x: number; y: number; width: number; height?: number; color?: string }

/** The light around something lit, brightest in its centre (`x`, `y`). */
export function Glow({ x, y, width, height = width, color }: GlowProps) {
  const id = useId()
  return (
    <g color={color}>
      <radialGradient id={id}>
        <stop stopColor="currentColor" stopOpacity="0.5" />
        <stop offset="0.5" stopColor="currentColor" stopOpacity="0.16" />
        <stop offset="1" stopColor="currentColor" stopOpacity="0" />
      </radialGradient>
      <ellipse cx={x} cy={y} rx={width / 2} ry={height / 2} fill={`url(#${id})`} />
    </g>
  )
}
