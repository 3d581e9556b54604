/** A tent of `Lights` as one letter, by its outcome. */
export const lightOf = { make: 'm', miss: 'x', none: '.' } as const

/** Those tents of a row that have this light as a path; each is one unit wide and high, with a gap. */
export function pathOf(tents: string, light: string): string {
  return [...tents]
    .map((one, place) => (one === light ? `M${place}.07 1l.43-1 .43 1z` : ''))
    .join('')
}
