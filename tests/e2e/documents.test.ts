import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { complaintsOf, laptop, openPage, phone } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { uploadPdf } from '../support/demo-server.ts'
import { lockedPdf, makePdf } from '../support/pdf.ts'

const demo = demoForAll((server) => uploadPdf(server, 'policy', makePdf({ pages: 1 })))

async function openPolicy(bytes: Uint8Array, device = phone): Promise<Page> {
  await uploadPdf(demo.server, 'policy', bytes)
  const page = await openPage(demo.browser, device)
  await page.goto(`${demo.server.url}/policy`)
  return page
}

/** With a file that is no longer taken in, but may have been by an older version. */
async function openOldPolicy(bytes: Uint8Array): Promise<Page> {
  const page = await openPage(demo.browser, phone)
  const answer = { contentType: 'application/pdf', body: Buffer.from(bytes) }
  await page.route('**/uploads/**', (route) => route.fulfill(answer))
  await page.goto(`${demo.server.url}/policy`)
  return page
}

/** Something other than white was drawn on a page, where the words of each page stand. */
async function isDrawn(page: Page, number: number): Promise<boolean> {
  return page.locator(`[data-page="${number}"] canvas`).evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas
    if (width === 0) return false
    const words = [width * 0.1, height * 0.08, width * 0.3, height * 0.04] as const
    const pixels = canvas.getContext('2d')?.getImageData(...words).data
    return pixels?.some((value, index) => index % 4 !== 3 && value < 128) ?? false
  })
}

const drawn = (page: Page, number: number) => expect.poll(() => isDrawn(page, number)).toBe(true)

async function goToPage9(page: Page): Promise<void> {
  await page.getByLabel('Page', { exact: true }).fill('9')
  await page.keyboard.press('Enter')
}

describe('policy and calendar', { timeout: 120_000 }, () => {
  it('show a page whose fonts are not in the file, Chinese too, its text to select, its links to follow', async () => {
    const page = await openPolicy(makePdf({ pages: 3, chinese: '帐篷之城' }))
    await drawn(page, 1)
    await page.getByText('Page 1 of 3').waitFor({ state: 'attached' })
    await page.getByText('帐篷之城').first().waitFor({ state: 'attached' })
    const link = page.getByRole('link', { name: 'https://example.org/' })
    expect(await link.getAttribute('rel')).toContain('noopener')
    await page.getByRole('button', { name: 'Go to another page' }).click()
    const number = () => page.getByLabel('Page', { exact: true }).inputValue()
    await drawn(page, 3)
    await expect.poll(number).toBe('3')
    // Which is where a reload comes back to.
    await page.reload()
    await drawn(page, 3)
    await expect.poll(number).toBe('3')
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBe(390)
    await page.context().close()
  })

  it('draw the pages of a long document as they come near, and find a text in all of them', async () => {
    const page = await openPolicy(makePdf({ pages: 300 }), laptop)
    await drawn(page, 1)
    expect(await page.locator('canvas').count()).toBeLessThan(8)
    await page.getByLabel('Page', { exact: true }).fill('250')
    await page.keyboard.press('Enter')
    await drawn(page, 250)
    expect(await page.locator('canvas').count()).toBeLessThan(8)
    await page.getByRole('region', { name: 'Policy' }).focus()
    await page.keyboard.press('Control+f')
    await page.getByLabel('Find in this document').fill('PAGE 7')
    await page.getByText('1 of 11').waitFor()
    await drawn(page, 7)
    await page.keyboard.press('Enter')
    await page.getByText('2 of 11').waitFor()
    await drawn(page, 70)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Larger' }).click()
    await page.getByRole('button', { name: 'now 125 %' }).waitFor()
    await page.getByRole('button', { name: 'now 125 %' }).click()
    await page.getByRole('button', { name: 'now 100 %' }).waitFor()
    // The browser's own keys are left to it.
    await page.getByRole('region', { name: 'Policy' }).focus()
    for (const key of ['Control+Equal', 'Meta+Minus', 'Alt+Minus', 'Control+End']) {
      await page.keyboard.press(key)
    }
    await page.getByRole('button', { name: 'now 100 %' }).waitFor()
    await page.keyboard.press('Equal')
    await page.getByRole('button', { name: 'now 125 %' }).waitFor()
    await page.context().close()
  })

  it('load a large file in parts, say so when the network is gone for one, and go on when it is back', async () => {
    const file = makePdf({ pages: 9, bytesPerPage: 600_000 })
    await uploadPdf(demo.server, 'policy', file)
    const page = await openPage(demo.browser, laptop)
    let parts = 0
    page.on('response', (answer) => {
      if (answer.status() === 206) parts += 1
    })
    await page.goto(`${demo.server.url}/policy`)
    await drawn(page, 1)
    expect(parts).toBeGreaterThan(0)
    // Not all of it, and not in parts smaller than 256 kB.
    expect(parts).toBeLessThan(file.length / (256 * 1024))
    await page.route('**/uploads/**', (route) => route.abort())
    await goToPage9(page)
    await page.getByText('The document could not be loaded.').waitFor()
    await page.unroute('**/uploads/**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await drawn(page, 1)
    await goToPage9(page)
    await drawn(page, 9)
    // What broke off is said in the console, too.
    complaintsOf(page)
    await page.context().close()
  })

  it('say that a damaged file is damaged', async () => {
    const page = await openOldPolicy(new TextEncoder().encode('%PDF-1.7\nnothing more'))
    await page.getByText('This PDF is damaged and could not be opened.').waitFor()
    expect(complaintsOf(page).length).toBeLessThanOrEqual(1)
    await page.context().close()
  })

  it('ask for the password of a protected file, and say when it is wrong', async () => {
    const page = await openOldPolicy(lockedPdf())
    await page.getByLabel('Password of the PDF').fill('wrong')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('That password does not open it.').waitFor()
    await page.getByLabel('Password of the PDF').fill('krzyzewski')
    await page.getByRole('button', { name: 'Open' }).click()
    await drawn(page, 1)
    await page.context().close()
  })
})
