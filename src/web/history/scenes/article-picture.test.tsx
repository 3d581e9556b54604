import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../../../tests/support/show.tsx'
import { LitTent } from '../../ui/lit-tent.tsx'
import { articles } from '../articles.ts'
import { ArticlePicture } from './article-picture.tsx'
import styles from './scenes.module.css'
import { Today } from './today.tsx'
import { Trivia } from './trivia.tsx'

/** How many tents of a drawing are lit, or dark. */
function tentsIn(drawing: Element, isLit: boolean): number {
  const tent = show(<LitTent isLit={isLit} />).container.querySelector('svg')?.innerHTML
  return [...drawing.querySelectorAll('svg svg')].filter(({ innerHTML }) => innerHTML === tent)
    .length
}

it('gives each article a picture of its own, and says what it shows', () => {
  const drawings = articles.map((article) => {
    show(<ArticlePicture article={article} />)
    const drawing = screen.getByRole('img', { name: article.picture }).innerHTML
    cleanup()
    return drawing
  })
  expect(new Set(drawings).size).toBe(7)
})

it('of today has 130 tents, the last 30 of them dark', () => {
  const { container } = show(
    <svg aria-hidden="true">
      <Today />
    </svg>,
  )
  expect(tentsIn(container, true)).toBe(100)
  expect(tentsIn(container, false)).toBe(30)
})

it('of the trivia has 160 groups, 70 of them lit', () => {
  const { container } = show(
    <svg aria-hidden="true">
      <Trivia />
    </svg>,
  )
  expect(container.querySelectorAll('circle')).toHaveLength(160)
  expect(container.querySelectorAll(`circle.${styles['lit']}`)).toHaveLength(70)
})
