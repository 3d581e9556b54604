import type { PageName } from '../../shared/pages/contract.ts'
import { firstTexts } from './first-texts.ts'
import { render } from './render.ts'

const made = new Map<PageName, string>()

/** A page's initial text, rendered when first requested. It is our own text and renders quickly. */
export function firstHtml(page: PageName): string {
  const html = made.get(page) ?? render(firstTexts[page]) ?? ''
  made.set(page, html)
  return html
}
