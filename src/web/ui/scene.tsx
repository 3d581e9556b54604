import { LitTent } from './lit-tent.tsx'
import styles from './scene.module.css'

/** Three tents: lit if all is well, dark if no check is on. */
export function Scene({ isLit }: { isLit: boolean }) {
  return (
    <span className={styles['scene']}>
      <LitTent isLit={isLit} />
      <LitTent isLit={isLit} />
      <LitTent isLit={isLit} />
    </span>
  )
}
