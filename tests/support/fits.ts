import type { Page } from 'playwright-core'
import { times } from './times.ts'

/** The least phone, the one of the tests, a tablet and a laptop; the long form has more of each. */
const widths = times([320, 390, 768, 1280], [320, 360, 390, 430, 768, 1024, 1280, 1920])

/**
 * What does not fit at one of these widths: a page that scrolls sideways, text beyond its edge, a
 * word that is broken in the middle, a part that is cut off, a paragraph with a hole below its text, a
 * field of a form that lies over another one. An address may be broken; what scrolls by itself may go
 * on; a text may end in an ellipsis, but for its numbers.
 */
export async function misfits(page: Page): Promise<string[]> {
  const before = page.viewportSize()
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    found.push(...(await page.evaluate(findMisfits)).map((what) => `${width}: ${what}`))
  }
  if (before !== null) await page.setViewportSize(before)
  return found
}

/** Runs in the page. */
function findMisfits(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  const found = new Set<string>()
  if (scrollWidth > clientWidth) {
    const wide = [...document.querySelectorAll('main *')].find(
      (element) => element.getBoundingClientRect().right > clientWidth && !isInScroller(element),
    )
    found.add(`the page is ${scrollWidth} wide: ${wide?.outerHTML.slice(0, 100)}`)
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (walker.nextNode()) {
    const text = walker.currentNode
    const words = text.textContent ?? ''
    const parent = text.parentElement
    if (parent === null || words.includes('@') || !isSeen(parent)) continue
    range.selectNodeContents(text)
    // Most texts are a line within the page, and so are their words.
    if (Object.values(lookAtRange()).every((is) => !is)) continue
    for (const match of words.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
      range.setStart(text, match.index)
      range.setEnd(text, match.index + match[0].length)
      const { isBroken, isBeyond } = lookAtRange()
      if (isBroken) found.add(`“${match[0]}” is broken`)
      if (isBeyond && !isInScroller(parent)) found.add(`“${match[0]}” is beyond the edge`)
    }
  }
  for (const element of document.querySelectorAll('body *')) {
    const { overflowX, textOverflow } = getComputedStyle(element)
    const isCut = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1
    if (!isCut || !isSeen(element)) continue
    if (textOverflow !== 'ellipsis') found.add(`cut off: ${element.outerHTML.slice(0, 100)}`)
    else if (isNumberCut(element)) found.add(`a number is cut off: ${element.textContent}`)
  }
  for (const paragraph of document.querySelectorAll('p')) {
    range.selectNodeContents(paragraph)
    const empty = paragraph.clientHeight - range.getBoundingClientRect().height
    if (empty > 100 && isSeen(paragraph)) found.add(`a hole of ${empty}: ${paragraph.textContent}`)
  }
  for (const form of document.querySelectorAll('form')) {
    const fields = [...form.querySelectorAll('input, select, textarea')].filter(isSeen)
    const boxes = fields.map((field) => field.getBoundingClientRect())
    for (const [place, box] of boxes.entries()) {
      const isOver = boxes.slice(place + 1).some((other) => {
        const isBeside = box.right <= other.left + 1 || other.right <= box.left + 1
        return !isBeside && box.bottom > other.top + 1 && other.bottom > box.top + 1
      })
      if (isOver)
        found.add(`a field lies over another one: ${fields[place]?.outerHTML.slice(0, 100)}`)
    }
  }
  return [...found]

  function lookAtRange() {
    const parts = [...range.getClientRects()].filter((part) => part.width > 0)
    const lines = new Set(parts.map(({ top }) => Math.round(top / 10)))
    const isBeyond = parts.some(({ left, right }) => left < -1 || right > clientWidth + 1)
    return { isBroken: lines.size > 1, isBeyond }
  }

  /** Is there a digit beyond the edge at which an ellipsis begins? */
  function isNumberCut(element: Element): boolean {
    const edge = element.getBoundingClientRect().right
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const digit = document.createRange()
    while (texts.nextNode()) {
      const text = texts.currentNode
      for (const { index } of (text.textContent ?? '').matchAll(/\d/g)) {
        digit.setStart(text, index)
        digit.setEnd(text, index + 1)
        if (digit.getBoundingClientRect().right > edge + 1) return true
      }
    }
    return false
  }

  /** Not so what only a screen reader reads. */
  function isSeen(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true })
  }

  function isInScroller(element: Element | null): boolean {
    if (element === null) return false
    return (
      /auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) ||
      isInScroller(element.parentElement)
    )
  }
}
