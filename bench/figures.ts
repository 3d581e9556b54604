/** The value below which a share of the samples lies; `share` from 0 to 1. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const index = Math.min(sorted.length - 1, Math.floor(sorted.length * share))
  return sorted[index] ?? Number.NaN
}

/** Prints rows under a head, each column as wide as it needs to be, ready for Markdown. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  console.log(line(head))
  console.log(line(head.map(() => '---')))
  for (const row of rows) console.log(line(row))
  console.log('')
}
