import { LitTent } from '../../ui/lit-tent.tsx'
import styles from './scene.module.css'

/** Three tents: lit where all is well, dark where nothing is on. */
export function Scene({ isLit }: { isLit: boolean }) {
  return (
    <span className={styles['scene']}>
      <LitTent isLit={isLit} />
      <LitTent isLit={isLit} />
      <LitTent isLit={isLit} />
    </span>
  )
}
