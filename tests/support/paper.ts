import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { Page } from 'playwright-core'

// Of the functions that pdf.js expects, Node 20 lacks this one.
if (!('withResolvers' in Promise)) Object.assign(Promise, { withResolvers })

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

/** Without spaces and breaks, which paper does not keep. */
const unspaced = (text: string) => text.replace(/\s/g, '')

type Sheet = [left: string, right: string]

/** The texts that stand whole in no half of a sheet. */
export function notOn(sheets: readonly Sheet[], texts: readonly string[]): string[] {
  return texts.filter((text) => !sheets.flat().some((half) => half.includes(unspaced(text))))
}

/** The sheets of this paper that a page takes: what is in their halves, without spaces. */
export async function sheetsOf(page: Page, { format }: (typeof papers)[number]): Promise<Sheet[]> {
  const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' }
  const data = new Uint8Array(await page.pdf({ format, margin }))
  const reading = getDocument({ data, verbosity: VerbosityLevel.ERRORS })
  const pdf = await reading.promise
  const sheets: Sheet[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const sheet = await pdf.getPage(number)
    const middle = sheet.getViewport({ scale: 1 }).width / 2
    const halves: Sheet = ['', '']
    for (const part of (await sheet.getTextContent()).items) {
      if ('str' in part) halves[part.transform[4] < middle ? 0 : 1] += unspaced(part.str)
    }
    sheets.push(halves)
  }
  await reading.destroy()
  return sheets
}

function withResolvers() {
  const made: Record<string, unknown> = {}
  made['promise'] = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }))
  return made
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
