/** A part of a file: `start` is its first byte, counted from 0. */
export type Range = { start: number; length: number }

/**
 * What a `Range` header asks of a file of so many bytes: one part of it; `whole` where the header
 * is absent, of another unit, misshapen or of several parts; `unsatisfiable` beyond its end.
 * RFC 9110, section 14.
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): Range | 'whole' | 'unsatisfiable' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, length }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  if (start >= size) return 'unsatisfiable'
  return { start, length: end - start + 1 }
}
