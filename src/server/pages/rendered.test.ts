import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { hostileMarkdown } from '../../../tests/support/hostile-markdown.ts'
import { until } from '../../../tests/support/until.ts'
import { lengthAtMost } from '../../shared/pages/problems.ts'

let server: TestApp
let boss: string
beforeAll(async () => {
  server = await startApp()
  boss = await server.signIn('boss', { isSuperUser: true })
})
afterAll(() => server.close())

const save = (markdown: string) =>
  server.ask('/api/pages/faq', { method: 'PUT', token: boss, body: { number: 0, markdown } })
const preview = (markdown: string, form = 'page') =>
  server.ask('/api/pages/preview', { token: boss, body: { form, markdown } })
const page = async () => (await server.ask('/api/pages/faq')).body

describe('what is written', () => {
  it('is previewed as it would be saved, and nothing is saved', async () => {
    const { body } = await preview('# Who')
    expect(body).toEqual({ html: '<h2>Who</h2>' })
    expect((await page())['savedAt']).toBe(null)
  })

  it('may have 1 to 20,000 characters, an announcement 1 to 2,000', async () => {
    const { announcement } = lengthAtMost
    expect((await preview('x'.repeat(lengthAtMost.page))).status).toBe(200)
    expect((await preview('x'.repeat(announcement), 'announcement')).status).toBe(200)
    for (const answer of [
      await preview('x'.repeat(lengthAtMost.page + 1)),
      await preview('x'.repeat(announcement + 1), 'announcement'),
      await save('x'.repeat(lengthAtMost.page + 1)),
      await preview(' \n'),
      await save(''),
    ]) {
      expect(answer).toMatchObject({ status: 400, body: { code: 'markdownInvalid' } })
      expect(answer.body.error).toMatch(/1 to (20|2),000 characters/)
    }
    expect((await preview('x'.repeat(1_048_576))).status).toBe(413)
  })

  it.each([
    ['10,000 nested lists', '- '.repeat(lengthAtMost.page / 2)],
    ['10,000 nested quotations', '>'.repeat(lengthAtMost.page / 2)],
    [
      'lists that nest with each line',
      Array.from({ length: 190 }, (_, at) => `${'  '.repeat(at)}- a`)
        .join('\n')
        .slice(0, lengthAtMost.page),
    ],
    ['emphasis in emphasis', `${'*'.repeat(9999)}a${'*'.repeat(9999)}`],
    ['20,000 brackets', '['.repeat(lengthAtMost.page)],
  ])('as %s is refused or harmless, and others are answered meanwhile', async (_, markdown) => {
    const asked = preview(markdown)
    let isOver = false
    void asked.finally(() => {
      isOver = true
    })
    let others = 0
    await until(async () => {
      expect((await server.ask('/api/tent-link')).status).toBe(200)
      others += 1
      return isOver
    })
    // Behind it, one would be answered at its end.
    expect(others).toBeGreaterThan(2)
    const { status, body } = await asked
    expect([200, 400]).toContain(status)
    if (status === 400) expect(body.code).toBe('markdownInvalid')
    else expect(body['html']).not.toMatch(/<script|<img/)
  })

  it('with bad intent is harmless once it is saved, all of it at once', async () => {
    await save(hostileMarkdown.join('\n\n').replaceAll('\0', ''))
    const html = String((await page())['html'])
    expect(html).toContain('&lt;script&gt;')
    expect(html).not.toMatch(/<(script|img|svg|iframe|form|base|meta|link|style|a href="j)/i)
  })
})
