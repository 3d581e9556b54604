import { LitTent } from '../../ui/lit-tent.tsx'
import { Glow } from './glow.tsx'
import { Ground } from './ground.tsx'
import styles from './scenes.module.css'
import { Stars } from './sky.tsx'

/** The tents still to be called: position and width. */
const row = [
  [432, 44],
  [376, 56],
  [304, 74],
] as const

/** A line monitor with clipboard and flashlight, at the first of a row of tents. */
export function LineMonitors() {
  return (
    <>
      <Stars seed={5} />
      <path d="M0 140Q140 120 260 138T480 128V160H0Z" className={styles['far']} />
      <Ground />
      {row.map(([x, width]) => (
        <LitTent
          key={x}
          isLit={false}
          x={x}
          y={184 - width * 0.6875}
          width={width}
          height={width * 0.75}
        />
      ))}
      <Glow x={244} y={150} width={250} height={180} />
      <path d="M128 120 246 117 199 184Z" className={styles['lit']} opacity="0.35" />
      <LitTent isLit x={192} y={110} width={108} height={81} />
      <path
        d="M78 154V188H72M102 154V188H108"
        fill="none"
        stroke="var(--tent-out-edge)"
        strokeWidth="8"
      />
      <path d="M68 160 74 118Q77 106 90 106T106 118L112 160Z" className={styles['out']} />
      <circle cx="91" cy="93" r="11" className={styles['pale']} />
      <path d="M79 91a12 13 0 0 1 24 0Z" className={styles['out']} />
      <path d="M92 136 121 142 116 168 87 162Z" className={styles['pale']} />
      <path d="M96 143 115 147M95 149 113 153M94 155 106 158" className={styles['line']} />
      <path
        d="M80 118Q80 148 92 150M88 116 112 122"
        fill="none"
        stroke="var(--tent-out-edge)"
        strokeWidth="6"
      />
      <path d="M108 117 122 116 129 112V128L122 124 109 125Z" className={styles['grey']} />
    </>
  )
}
