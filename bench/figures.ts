import { readFileSync, writeFileSync } from 'node:fs'

/** How often each part measures anew; what is printed is the median. */
export const rounds = Number(process.env['ROUNDS'] ?? 3)

/** The value below which a share of the samples lies; `share` from 0 to 1. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return sorted[index] ?? Number.NaN
}

export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5)
}

type Table = { head: readonly string[]; rows: readonly (readonly string[])[] }

/** `lines` in the order of their names; each has one value for every place on the x axis. */
type Plot = {
  title: string
  x: { name: string; values: readonly (number | string)[] }
  y: string
  lines: Record<string, readonly number[]>
}

/**
 * Prints what a part measured as Markdown. With `WRITE` set it also takes the place of the last
 * results of that part in docs/performance.md, between `<!-- NAME -->` and `<!-- /NAME -->`.
 */
export function report(name: string, table: Table, plots: readonly Plot[] = []): void {
  const text = [markdownTable(table), ...plots.map(markdownPlot)].join('\n\n')
  console.log(`${text}\n`)
  if (process.env['WRITE'] === undefined) return
  const file = 'docs/performance.md'
  const written = readFileSync(file, 'utf8')
  const [before, rest] = halves(written, `<!-- ${name} -->\n`)
  const [, after] = halves(rest, `<!-- /${name} -->`)
  writeFileSync(file, `${before}<!-- ${name} -->\n${text}\n<!-- /${name} -->${after}`)
}

function halves(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  if (at === -1) throw new Error(`docs/performance.md has no ${mark.trim()}`)
  return [text.slice(0, at), text.slice(at + mark.length)]
}

export function markdownTable({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** In the language of Mermaid, which GitHub and GitLab draw. */
function markdownPlot({ title, x, y, lines }: Plot): string {
  const numbers = (values: readonly number[]) => values.map((value) => value.toFixed(2)).join(', ')
  const names = Object.keys(lines).join('; ')
  const most = Math.max(...Object.values(lines).flat())
  return [
    '```mermaid',
    'xychart-beta',
    `  title "${title}: ${names}"`,
    `  x-axis "${x.name}" [${x.values.map((value) => `"${value}"`).join(', ')}]`,
    `  y-axis "${y}" 0 --> ${(most * 1.1).toFixed(2)}`,
    ...Object.values(lines).map((values) => `  line [${numbers(values)}]`),
    '```',
  ].join('\n')
}
