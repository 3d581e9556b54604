import { micromark } from 'micromark'

/** How deep lists and quotations may stand in one another, all elements counted. */
const deepestAtMost = 20

/** HTML is text like any other, and a picture is a link: nothing is loaded from elsewhere. */
const withoutHtmlAndPictures = { disable: { null: ['htmlFlow', 'htmlText', 'labelStartImage'] } }

/**
 * Markdown as HTML; null where it nests too deep. All of the text is escaped, and links lead to the
 * web or to a mail address alone. Headings begin below the h1 that the page has. May take seconds:
 * whoever serves people calls it in a thread.
 */
export function render(markdown: string): string | null {
  const html = micromark(markdown, { extensions: [withoutHtmlAndPictures] })
  if (depthOf(html) > deepestAtMost) return null
  // Written text has no "<" of its own.
  return html.replace(/<(\/?)h([1-6])>/g, (_, slash, level) => `<${slash}h${lower(Number(level))}>`)
}

function lower(level: number): number {
  return Math.min(level + 1, 6)
}

/** Of our own HTML, in which each element is closed, or closes itself. */
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
