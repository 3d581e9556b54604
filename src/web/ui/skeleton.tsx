import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

type SkeletonProps = { width?: string; height?: string }

/** Holds the place of what is still loading. The parent says so in words, once. */
export function Skeleton({ width = '100%', height = '1em' }: SkeletonProps) {
  const size: CSSProperties = { width, height }
  return <span className={styles['skeleton']} style={size} aria-hidden="true" />
}
