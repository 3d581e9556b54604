import { LitTent } from '../../ui/lit-tent.tsx'
import { Glow } from './glow.tsx'
import { Ground } from './ground.tsx'
import styles from './scenes.module.css'
import { Stars } from './sky.tsx'

/** The later tents, latest first: position, width, and how visible they are. */
const followers = [
  [442, 134, 26, 0.3],
  [92, 134, 30, 0.35],
  [290, 131, 36, 0.45],
  [36, 137, 42, 0.6],
  [392, 136, 50, 0.7],
  [322, 138, 66, 0.9],
] as const

/** The first tent, and those that followed it. */
export function FirstTent() {
  return (
    <>
      <Stars seed={8} />
      <path d="M0 146Q90 104 200 132T480 120V160H0Z" className={styles['far']} />
      <Ground />
      {followers.map(([x, y, width, opacity]) => (
        <LitTent
          key={x}
          isLit={false}
          x={x}
          y={y}
          width={width}
          height={width * 0.75}
          opacity={opacity}
        />
      ))}
      <Glow x={196} y={152} width={300} height={200} />
      <LitTent isLit x={132} y={92} width={128} height={96} />
      <path d="M196 100 116 190M196 100 276 190" className={styles['line']} opacity="0.5" />
    </>
  )
}
