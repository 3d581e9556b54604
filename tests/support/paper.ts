import type { Page } from 'playwright-core'

/** Kinds of paper, and what is printable of them within margins of 1 cm, in CSS pixels. */
export const papers = [
  { format: 'A4', width: 718, height: 1047 },
  { format: 'Letter', width: 740, height: 980 },
] as const

/** Shows a page as it will be on this paper. */
export async function layOnPaper(
  page: Page,
  { width, height }: (typeof papers)[number],
): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width, height })
}

/** How many sheets of this paper a page takes. */
export async function sheetsOf(page: Page, { format }: (typeof papers)[number]): Promise<number> {
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }
  const pdf = await page.pdf({ format, margin })
  return pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
}

/** What of a page's content its edge or a box of it cuts off. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main, main *')]
      .filter((part) => part.checkVisibility() && part.closest('.visually-hidden') === null)
      .filter((part) => {
        const { left, right } = part.getBoundingClientRect()
        const isBeyond = left < 0 || Math.floor(right) > innerWidth
        const hides = getComputedStyle(part).overflow !== 'visible' && !(part instanceof SVGElement)
        const isTooSmall =
          part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1
        return isBeyond || (hides && isTooSmall)
      })
      .map((part) => part.outerHTML.slice(0, 200)),
  )
}
