import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, Result, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { untilStill } from './until-still.ts'

const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const source = readFileSync(file, 'utf8')

/** Brings axe into every document that a page opens from now on: cheaper than into each one later. */
export const bringAxe = (page: Page) => page.addInitScript(source)

/**
 * What axe finds wrong in what a page shows, once no colour of it is on its way to another. Without
 * frames, which are of other sites, and without asking for the page's styles again, which only an
 * experimental rule reads.
 */
async function violationsIn(page: Page, more: RunOptions = {}): Promise<Result[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(source)
  const options = { resultTypes: ['violations'], preload: false, iframes: false, ...more }
  await untilStill(page)
  return page.evaluate(async (options) => {
    const axe = Reflect.get(window, 'axe')
    const { violations }: AxeResults = await axe.run(document, options)
    return violations
  }, options)
}

/** How much contrast is asked for, and the rule of axe that does. */
const contrasts = { AA: 'color-contrast', AAA: 'color-contrast-enhanced' }
type Contrast = keyof typeof contrasts

/** What axe finds in what a page shows now: the rule, and the first that breaks it. */
export async function violationsOf(
  page: Page,
  contrast: Contrast = 'AA',
): Promise<(string | undefined)[][]> {
  const rules = {
    [contrasts.AA]: { enabled: contrast === 'AA' },
    [contrasts.AAA]: { enabled: contrast === 'AAA' },
  }
  const violations = await violationsIn(page, { rules })
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}

/** What is read on a page with less contrast than is asked for: its words, and by how much. */
export async function tooFaintOn(page: Page, contrast: Contrast = 'AAA'): Promise<string[]> {
  const runOnly = { type: 'rule' as const, values: [contrasts[contrast]] }
  const violations = await violationsIn(page, { runOnly })
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, any }) => `${html} ${any[0]?.message}`),
  )
}
