import type { ShortRange } from '../../../shared/shifts/tent-shifts.ts'
import { spanIn } from '../words/spans.ts'

const numbers = [
  'none',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
]

/** `Thu Jan 29, 2:30–7:00 AM: 10 needed, 8 free. Ask two.` */
export function cannotCoverText(timeZone: string, range: ShortRange): string {
  const { need, there } = range
  const missing = need - there
  return `${spanIn(timeZone, range)}: ${need} needed, ${there} free. Ask ${numbers[missing] ?? missing}.`
}

/** `Thu Jan 29, 2:30–7:00 AM: 10 needed, 8 on shift.` */
export function shortText(timeZone: string, range: ShortRange): string {
  return `${spanIn(timeZone, range)}: ${range.need} needed, ${range.there} on shift.`
}
