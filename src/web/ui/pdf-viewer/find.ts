import { folded, withSources } from '../find-text.ts'
import { failureOf } from './failure.ts'
import type { PDFDocumentProxy } from './pdf.ts'

/** A match: its page (from 1), and its index on that page (from 0). */
export type Found = { page: number; place: number }

/** Where a query occurs in a text, without case and accents: start and end. */
export function matchesIn(text: string, query: string): [start: number, end: number][] {
  const { within, sources } = withSources(text, folded)
  const wanted = folded(query)
  const matches: [number, number][] = []
  if (wanted === '') return matches
  let at = within.indexOf(wanted)
  while (at !== -1) {
    const [first, last] = [sources[at], sources[at + wanted.length - 1]]
    if (first && last) matches.push([first.from, last.to])
    at = within.indexOf(wanted, at + wanted.length)
  }
  return matches
}

/** Every match in a document, page by page, until cancelled. */
export async function findInDocument(
  pdf: PDFDocumentProxy,
  query: string,
  isGone: () => boolean,
): Promise<Found[]> {
  const found: Found[] = []
  for (let page = 1; page <= pdf.numPages && !isGone(); page += 1) {
    found.push(...matchesIn(await textOf(pdf, page), query).map((_, place) => ({ page, place })))
  }
  return found
}

async function textOf(pdf: PDFDocumentProxy, page: number): Promise<string> {
  try {
    const { items } = await (await pdf.getPage(page)).getTextContent()
    return joined(items.filter((item) => 'str' in item)).text
  } catch (error) {
    // The other pages can still be searched.
    if (failureOf(error) === 'damaged') return ''
    throw error
  }
}

/**
 * The parts of a page's text as one text, and where each part begins. Words of two lines are kept
 * apart, unless the first one ends with a hyphen, a dash or a slash.
 */
function joined(parts: readonly { str: string; hasEOL: boolean }[]) {
  const starts: number[] = []
  let text = ''
  for (const { str, hasEOL } of parts) {
    starts.push(text.length)
    text += str
    const end = text.slice(-2)
    if (hasEOL && /\S$/.test(end) && !/\S[\p{Pd}/]$/u.test(end)) text += ' '
  }
  return { text, starts }
}

const all = 'pdf-found'
const current = 'pdf-found-now'

/**
 * Highlights the matches in a page's text, one of them as the current one. Returns a function that
 * removes them. Browsers without the highlight API show none.
 */
export function findInPage(
  divs: HTMLElement[],
  query: string,
  currentPlace: number | null,
): () => void {
  if (!('highlights' in CSS)) return () => {}
  const { text, starts } = joined(
    divs.map((div) => ({
      str: div.textContent ?? '',
      hasEOL: div.nextSibling instanceof HTMLBRElement,
    })),
  )
  const ranges = matchesIn(text, query).map(([start, end]) => rangeOf(divs, starts, start, end))
  for (const range of ranges) highlight(all).add(range)
  const now = currentPlace === null ? undefined : ranges[currentPlace]
  if (now !== undefined) {
    highlight(current).add(now)
    now.startContainer.parentElement?.scrollIntoView({ block: 'center', inline: 'nearest' })
  }
  return () => {
    for (const range of ranges) highlight(all).delete(range)
    if (now !== undefined) highlight(current).delete(now)
  }
}

function highlight(name: string): Highlight {
  const known = CSS.highlights.get(name)
  if (known !== undefined) return known
  const made = new Highlight()
  CSS.highlights.set(name, made)
  return made
}

function rangeOf(
  divs: HTMLElement[],
  starts: readonly number[],
  start: number,
  end: number,
): Range {
  const range = document.createRange()
  for (const [index, div] of divs.entries()) {
    const offset = starts[index] ?? 0
    const length = div.textContent?.length ?? 0
    const node = div.firstChild
    if (node !== null) {
      if (start >= offset && start < offset + length) range.setStart(node, start - offset)
      if (end > offset && end <= offset + length) {
        range.setEnd(node, end - offset)
        break
      }
    }
  }
  return range
}
