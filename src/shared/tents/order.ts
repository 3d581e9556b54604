import { composed } from '../composed.ts'

type Ordered = { order: string; name: string; id: string }

const lettersOnly = /^\p{L}[\p{L}\p{M}]*$/u
const digitsOnly = /^[0-9]+$/
const runsOfDigitsOrNot = /[0-9]+|[^0-9]+/g
const marks = /\p{M}/gu

const alphabetic = 0
const numeric = 1
const mixed = 2
const empty = 3

/**
 * Compares two tents for sorting: negative, 0 or positive. First alphabetic orders (letters of any
 * script; shorter before longer, then alphabetical without regard to case), then numbers ascending
 * (of any length), then mixed ones in natural order, and empty orders at the end; equal ones by
 * name, then id. A total order, the same on every machine: 0 only where all three are the same.
 * Specification 5, tent ordering.
 */
export function compareTents(a: Ordered, b: Ordered): number {
  return (
    compareOrders(composed(a.order.trim()), composed(b.order.trim())) ||
    compareExactly(a.name, b.name) ||
    compareExactly(a.id, b.id) ||
    compareExactly(a.order, b.order)
  )
}

function compareOrders(a: string, b: string): number {
  const kind = kindOf(a)
  const otherKind = kindOf(b)
  if (kind !== otherKind) return kind - otherKind
  if (kind === alphabetic) return compareLengths(a, b) || compareAlphabetically(a, b)
  if (kind === numeric) return compareNumbers(a, b)
  return compareNaturally(a, b)
}

function kindOf(order: string): number {
  if (order === '') return empty
  if (lettersOnly.test(order)) return alphabetic
  if (digitsOnly.test(order)) return numeric
  return mixed
}

function compareLengths(a: string, b: string): number {
  return [...a].length - [...b].length
}

function compareAlphabetically(a: string, b: string): number {
  const left = withoutCase(a)
  const right = withoutCase(b)
  // Accents decide only between words that are otherwise the same: É comes between E and F.
  return (
    compareExactly(left.replace(marks, ''), right.replace(marks, '')) || compareExactly(left, right)
  )
}

// Not localeCompare, whose result depends on the machine's language and ICU data.
function withoutCase(text: string): string {
  return text.normalize('NFD').toLowerCase().toUpperCase()
}

// As text, because the number may have any length.
function compareNumbers(a: string, b: string): number {
  const left = a.replace(/^0+/, '')
  const right = b.replace(/^0+/, '')
  return left.length - right.length || compareExactly(left, right)
}

function compareNaturally(a: string, b: string): number {
  const left = a.match(runsOfDigitsOrNot) ?? []
  const right = b.match(runsOfDigitsOrNot) ?? []
  for (const [index, run] of left.entries()) {
    const other = right[index]
    if (other === undefined) return 1
    const difference = compareRuns(run, other)
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

function compareRuns(a: string, b: string): number {
  const isNumber = digitsOnly.test(a)
  if (isNumber !== digitsOnly.test(b)) return isNumber ? -1 : 1
  return isNumber ? compareNumbers(a, b) : compareAlphabetically(a, b)
}

/** By code units: the same on every machine. */
export function compareExactly(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
