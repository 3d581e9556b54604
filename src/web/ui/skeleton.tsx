import styles from './skeleton.module.css'

type SkeletonProps = { width?: string; height?: string }

/**
 * A placeholder for what is loading. Its parent says so in words, once. An svg, because its size
 * can be given by attributes: the pages' security policy forbids inline styles.
 */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <svg width={width} height={height} className={styles['skeleton']} aria-hidden="true" />
}
