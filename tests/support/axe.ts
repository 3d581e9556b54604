import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/**
 * Without what is right, and without frames of other sites: that took four fifths of its time. And
 * without asking for the page's styles again, which only an experimental rule reads.
 */
const axeOn = (page: Page, rules: Record<string, { enabled: boolean }> = {}) =>
  new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], preload: false, rules })

/** What axe finds in what a page shows now: the rule, and the first that breaks it. */
export async function violationsOf(
  page: Page,
  contrast: 'AA' | 'AAA' = 'AA',
): Promise<(string | undefined)[][]> {
  const { violations } = await axeOn(page, {
    'color-contrast': { enabled: contrast === 'AA' },
    'color-contrast-enhanced': { enabled: contrast === 'AAA' },
  }).analyze()
  return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
}

/** What is read on a page with less contrast than AAA asks for: its words, and by how much. */
export async function tooFaintOn(page: Page): Promise<string[]> {
  const { violations } = await axeOn(page).withRules('color-contrast-enhanced').analyze()
  return violations.flatMap(({ nodes }) =>
    nodes.map(({ html, any }) => `${html} ${any[0]?.message}`),
  )
}
