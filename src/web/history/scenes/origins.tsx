import { arch } from './arch.ts'
import { Glow } from './glow.tsx'
import { Ground } from './ground.tsx'
import styles from './scenes.module.css'
import { Stars } from './sky.tsx'

/** From near the gym's door to the left, out of the picture. */
const sleepers = [238, 160, 82, 4, -74]
const windows = [266, 300, 420, 454]

/** People asleep in line in front of a gym; the first one still sits up. */
export function Origins() {
  return (
    <>
      <Stars seed={3} />
      <path d="M246 152V66H332L360 34 388 66H484V152Z" className={styles['far']} />
      <path d="M246 152V66H332L360 34 388 66H484" className={styles['line']} />
      <path d={windows.map((x) => arch(x, 8, 130, 84)).join('')} className={styles['out']} />
      <Ground />
      <Glow x={360} y={128} width={230} height={150} />
      <circle cx="360" cy="68" r="7" className={styles['lit']} />
      <path d={arch(360, 16, 150, 92)} className={styles['lit']} />
      <path d="M360 96V149" stroke="var(--tent-lit-door)" strokeWidth="2" />
      <path d="M344 150H376L420 196H300Z" className={styles['lit']} opacity="0.16" />
      <path d="M0 196H480" className={styles['line']} opacity="0.5" />
      {sleepers.map((x) => (
        <g key={x} transform={`translate(${x} 184)`}>
          <rect x="44" y="-8" width="24" height="8" rx="4" className={styles['grey']} />
          <circle cx="55" cy="-12" r="7" className={styles['pale']} />
          <path
            d="M-3 0V-5Q-2-11 5-9L14-8Q26-20 38-19 52-18 51 0ZM41 0Q38-9 44-17"
            className={styles['out']}
          />
        </g>
      ))}
      <circle cx="334" cy="145" r="7" className={styles['pale']} />
      <path
        d="M316 184Q314 156 330 153L341 154Q348 164 354 168 360 174 360 184ZM342 184Q334 170 338 153"
        className={styles['out']}
      />
    </>
  )
}
