import { micromark } from 'micromark'

/** How deep lists and quotations may be nested, counted in elements. */
const deepestAtMost = 20

/** HTML is shown as text and a picture as a link: nothing is loaded from other sites. */
const withoutHtmlAndPictures = { disable: { null: ['htmlFlow', 'htmlText', 'labelStartImage'] } }

/**
 * Markdown as HTML; null if nested too deep. All text is escaped, and links lead only to the web or
 * to an address of mail or chat. Headings start below the page's own h1. This may take seconds: the
 * server calls it in a thread.
 */
export function render(markdown: string): string | null {
  const html = micromark(markdown, { extensions: [withoutHtmlAndPictures] })
  if (depthOf(html) > deepestAtMost) return null
  // Safe, because every "<" in the text itself is escaped.
  return html.replace(/<(\/?)h([1-6])>/g, (_, slash, level) => `<${slash}h${lower(Number(level))}>`)
}

function lower(level: number): number {
  return Math.min(level + 1, 6)
}

/** For our own HTML, in which every element is closed. */
function depthOf(html: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of html.matchAll(/<[^>]*>/g)) {
    if (tag.endsWith('/>')) continue
    depth += tag.startsWith('</') ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
