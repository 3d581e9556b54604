/** Texts that are longer are cut, never within a letter, and end in "…". */
export function shortened(text: string, atMost: number): string {
  return text.length > atMost
    ? `${text.slice(0, atMost - 1).replace(/[\ud800-\udbff]$/, '')}…`
    : text
}
