import { community } from '../../shared/community.ts'

/** The parts of a mail. Without a link there is no button. */
export type Letter = {
  /** The address it goes to. */
  to: string
  subject: string
  /** The fact, in a few words. */
  head: string
  lines: readonly string[]
  link: { label: string; url: string } | null
  /** Why the person gets this mail. */
  why: string
  /** The address at which a POST ends such mails (RFC 8058); null: they cannot be ended. */
  unsubscribe: string | null
}

export function textOf({ head, lines, link, why }: Letter): string {
  const opening = link === null ? [] : [`${link.label}:\n${link.url}`]
  return `${[head, ...lines, ...opening, `-- \n${signature}\n${why}`].join('\n\n')}\n`
}

/** Uses only HTML that every mail program shows, with colours for light and dark mode. */
export function htmlOf({ subject, head, lines, link, why }: Letter): string {
  const paragraphs = lines.map((line) => `<p style="${paragraph}">${escaped(line)}</p>`)
  const button =
    link === null
      ? ''
      : `<p style="margin:24px 0"><a class="go" href="${escaped(link.url)}" style="${go}">${escaped(link.label)}</a></p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title>
<style>${dark}</style>
</head>
<body class="page" style="margin:0;padding:16px;background:#f4f6fa;color:#101828;font:17px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div class="card" style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escaped(head)}</h1>
${paragraphs.join('\n')}
${button}
<p class="why" style="margin:24px 0 0;font-size:14px;color:#475467">${escaped(signature)}<br>${escaped(why)}</p>
</div>
</body>
</html>
`
}

const signature = `Tent City, for ${community.name}`
const paragraph = 'margin:0 0 12px'
const go =
  'display:inline-block;padding:12px 20px;background:#00539b;color:#ffffff;text-decoration:none;border-radius:8px;font-weight:600'
const dark = `@media (prefers-color-scheme: dark) {
.page { background: #0b1220 !important; color: #e6ebf4 !important; }
.card { background: #151e30 !important; }
.why { color: #a3b0c6 !important; }
.go { background: #7db8f0 !important; color: #07111f !important; }
}`

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
