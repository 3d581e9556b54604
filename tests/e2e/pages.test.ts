import { expect, it } from 'vitest'
import { laptop, openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'
import { hostileMarkdown } from '../support/hostile-markdown.ts'

const demo = demoForAll()

it('what a super user writes is read by everyone, and does no harm whatever it is', {
  timeout: 120_000,
}, async () => {
  const { browser, server } = demo
  const page = await openPage(browser, laptop)
  const boss = server.account('super user')
  await signIn(page, server.url, boss, '/line-monitor-dashboard#faq')
  const faq = page.getByRole('region', { name: 'FAQ', exact: true })
  const written = ['# Who?', ...hostileMarkdown, 'Ask *us*.'].join('\n\n').replaceAll('\0', '')
  await faq.getByLabel('Text').fill(written)
  await faq.getByRole('button', { name: 'Preview' }).click()
  await faq.getByRole('heading', { name: 'Who?' }).waitFor()
  await faq.getByRole('button', { name: 'Save page' }).click()
  await faq.getByText('It is version 1').waitFor()

  const asked: string[] = []
  const visitor = await openPage(browser, laptop)
  visitor.on('request', (request) => asked.push(new URL(request.url()).origin))
  await visitor.goto(`${server.url}/history`)
  await visitor.getByRole('link', { name: 'FAQ' }).click()
  const main = visitor.getByRole('main')
  await main.getByRole('heading', { name: 'Who?' }).waitFor()
  await main.getByText('<script>alert(1)</script>').first().waitFor()
  const harmful = 'script, style, img, svg, math, iframe, form, input, base, meta, link, details'
  expect(await main.locator(`:is(${harmful})`).count()).toBe(0)
  for (const link of await main.getByRole('link').all()) {
    expect(await link.evaluate((element: HTMLAnchorElement) => element.protocol)).toMatch(
      /^(https?|mailto):$/,
    )
  }
  expect([...new Set(asked)]).toEqual([new URL(server.url).origin])
  await page.context().close()
  await visitor.context().close()
})
