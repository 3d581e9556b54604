import type { ComponentType } from 'react'
import { classNames } from '../../ui/class-names.ts'
import type { Article } from '../articles.ts'
import { BlackTenting } from './black-tenting.tsx'
import { Crowd } from './crowd.tsx'
import { FirstTent } from './first-tent.tsx'
import { LineMonitors } from './line-monitors.tsx'
import { Origins } from './origins.tsx'
import styles from './scenes.module.css'
import { Today } from './today.tsx'
import { Trivia } from './trivia.tsx'

const scenes: Record<Article['id'], ComponentType> = {
  origins: Origins,
  'first-tent': FirstTent,
  'line-monitors': LineMonitors,
  crowd: Crowd,
  'black-tenting': BlackTenting,
  trivia: Trivia,
  today: Today,
}

type ArticlePictureProps = { article: Article; className?: string | undefined }

/** An article's picture, a scene at night; every scene is 480 by 216. */
export function ArticlePicture({ article: { id, picture }, className }: ArticlePictureProps) {
  const Scene = scenes[id]
  return (
    <svg
      viewBox="0 0 480 216"
      role="img"
      aria-label={picture}
      className={classNames(
        styles['picture'],
        id === 'black-tenting' && styles['black'],
        className,
      )}
    >
      <Scene />
    </svg>
  )
}
