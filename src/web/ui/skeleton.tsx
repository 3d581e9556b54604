import styles from './skeleton.module.css'

type SkeletonProps = { width?: string; height?: string }

/**
 * Holds the place of what is still loading. The parent says so in words, once. An svg, because its
 * size may stand in attributes: the pages' security policy allows no style there.
 */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  return <svg width={width} height={height} className={styles['skeleton']} aria-hidden="true" />
}
