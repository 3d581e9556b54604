import { chances } from './chance.ts'
import { Glow } from './glow.tsx'
import styles from './scenes.module.css'

type FansProps = {
  from: number
  apart: number
  y: number
  size: number
  seed: number
  color: string
}

/** A row of people with their arms up, heads at `y`. */
function Fans({ from, apart, y, size, seed, color }: FansProps) {
  return (
    <g stroke={color} fill={color}>
      {chances(Math.ceil((500 - from) / apart), seed).map((lift, index) => {
        const lean = Math.round(lift * 12) - 4
        const hands = `M-12 24Q-21 4 ${-12 - lean} -20M12 24Q21 2 ${14 - lean} ${-16 - lean}`
        return (
          <g
            key={lift}
            transform={`translate(${from + index * apart} ${y - Math.round(lift * 10)}) scale(${size})`}
          >
            <circle r="9" strokeWidth="0" />
            <path d="M-23 110V36Q-17 14 0 12 17 14 23 36V110Z" strokeWidth="0" />
            <path d={hands} fill="none" strokeWidth="6" />
          </g>
        )
      })}
    </g>
  )
}

/** The gym: a crowd, its noise level, and a ball that misses. */
export function Crowd() {
  return (
    <>
      {[70, 190, 310].map((x) => (
        <g key={x} className={styles['lit']}>
          <path d={`M${x - 10} 12 ${x - 70} 216H${x + 70}L${x + 10} 12Z`} opacity="0.07" />
          <path d={`M${x - 14} 12 ${x - 8} 5H${x + 8}L${x + 14} 12Z`} />
        </g>
      ))}
      <Glow x={190} y={170} width={560} height={230} />
      {[100, 122, 144].map((radius, index) => (
        <path
          key={radius}
          d={`M${190 - radius * 0.5} ${196 - radius * 0.87}a${radius} ${radius} 0 0 1 ${radius} 0`}
          className={styles['line']}
          opacity={0.9 - index * 0.25}
        />
      ))}
      <path
        d="M406 0V24M454 0V24M396 24H464V70H396ZM418 42H442V62H418ZM416 70Q430 76 444 70M417 72 421 92H439L443 72M421 92 440 80M439 92 420 80"
        className={styles['line']}
      />
      <path d="M296 66Q340 6 370 68" className={styles['line']} strokeDasharray="2 6" />
      <circle cx="374" cy="80" r="9" className={styles['out']} />
      <Fans from={6} apart={33} y={134} size={0.9} seed={2} color="#0f2672" />
      <Fans from={-8} apart={42} y={156} size={1.1} seed={9} color="#081542" />
      <Fans from={14} apart={54} y={186} size={1.35} seed={4} color="#030818" />
    </>
  )
}
