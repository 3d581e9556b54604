// @vitest-environment happy-dom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hostileMarkdown, strangersIn } from '../../../tests/support/hostile-markdown.ts'
import { seed, times } from '../../../tests/support/times.ts'
import { firstTexts } from './first-texts.ts'
import { render } from './render.ts'

describe('Markdown as HTML', () => {
  it.each([
    ['# One\n\nTwo\n***', '<h2>One</h2>\n<p>Two</p>\n<hr />'],
    ['One\n===\n\n###### Six', '<h2>One</h2>\n<h6>Six</h6>'],
    [
      '- a\n- **b**\n\n3. *c*',
      '<ul>\n<li>a</li>\n<li><strong>b</strong></li>\n</ul>\n<ol start="3">\n<li><em>c</em></li>\n</ol>',
    ],
    ['[a](/policy "The policy")', '<p><a href="/policy" title="The policy">a</a></p>'],
    ['<https://example.edu>', '<p><a href="https://example.edu">https://example.edu</a></p>'],
    ['[mail](mailto:hlm@example.edu)', '<p><a href="mailto:hlm@example.edu">mail</a></p>'],
    ['1 < 2 & `<b>`', '<p>1 &lt; 2 &amp; <code>&lt;b&gt;</code></p>'],
  ])('%j', (markdown, html) => expect(render(markdown)).toBe(html))

  it('has no pictures: they are links', () => {
    const html = render('![A map](https://example.org/map.png)')
    expect(html).toBe('<p>!<a href="https://example.org/map.png">A map</a></p>')
  })

  it('takes a heading of its own text for text', () => {
    expect(render('<h1>Big</h1>')).toBe('<p>&lt;h1&gt;Big&lt;/h1&gt;</p>')
  })

  it('is refused where it nests too deep', () => {
    expect(render(`${'> '.repeat(15)}deep`)).toContain('deep')
    expect(render(`${'> '.repeat(30)}deep`)).toBe(null)
    expect(render(`${'- '.repeat(30)}deep`)).toBe(null)
  })

  it.each(Object.entries(firstTexts))('of the first text of %s has nothing strange', (_, text) => {
    const html = render(text) ?? ''
    expect(strangersIn(html)).toEqual([])
    expect(html).toContain('<h2>')
  })

  it('would be seen to hold what could do harm', () => {
    const html = '<p onclick="x"><script></script><a href="javascript:x">x</a><img src="x"></p>'
    expect(strangersIn(html)).toEqual(['P onclick=x', 'SCRIPT', 'A href=javascript:x', 'IMG'])
  })

  it.each(hostileMarkdown)('of %j has no element or attribute that could do harm', (markdown) => {
    expect(strangersIn(render(markdown) ?? '')).toEqual([])
  })

  it('of anything has none either', () => {
    const pieces = fc.oneof(
      fc.constantFrom(...hostileMarkdown),
      fc.constantFrom(
        ...['\n', '\n\n', '    ', '\t', '# ', '> ', '- ', '1. ', '[', ']', '(', ')', '<', '>', '"'],
        ...["'", '`', '```', '~~~', '&', '&colon;', '\\', '*', '_', '!', ':', '=', '/', '\u0000'],
        ...['javascript:', 'data:', 'https://', 'onerror=', 'style=', 'x', '<!--', '-->', '&#x3c;'],
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 25 }), (parts) => {
        expect(strangersIn(render(parts.join('')) ?? '')).toEqual([])
      }),
      { numRuns: times(150, 5000), seed },
    )
  })
})
