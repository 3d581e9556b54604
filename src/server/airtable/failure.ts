import { fieldOf } from '../../shared/field-of.ts'
import { withoutInvisible } from '../../shared/invisible.ts'
import { shortened } from '../shortened.ts'

/**
 * What became of a request that brought no answer to use:
 * - `refused`: Airtable said no, nothing was written; trying again brings the same.
 * - `limited`: too many requests; nothing was written, waiting helps.
 * - `spent`: the month's requests are used up; nothing was written, and waiting does not help.
 * - `unanswered`: no answer, or one that does not say; what was sent may be written.
 */
export type FailureKind = 'refused' | 'limited' | 'spent' | 'unanswered'

/** `type` is Airtable's own name for it, '' if it gave none; `message` is for a person to read. */
export class AirtableFailure extends Error {
  override name = 'AirtableFailure'
  readonly kind: FailureKind
  readonly status: number
  readonly type: string

  constructor(kind: FailureKind, type: string, message: string, status = 0) {
    super(shortened(message, 300))
    this.kind = kind
    this.type = type
    this.status = status
  }
}

/**
 * Airtable's own error message, in any of the four forms in which its errors come:
 * airtable.com/developers/web/api/errors
 */
function wordsOf(answer: unknown): { type: string; message: string } {
  const error = fieldOf(answer, 'error') ?? first(fieldOf(answer, 'errors'))
  if (typeof error === 'string') return { type: text(error), message: '' }
  const type = text(fieldOf(error, 'type')) || text(fieldOf(error, 'error'))
  return { type, message: text(fieldOf(error, 'message')) }
}

/** The meaning of an answer whose status is not 2xx; `answer` undefined: it was no JSON. */
export function failureOf(status: number, answer: unknown): AirtableFailure {
  const { type, message } = wordsOf(answer)
  const words = message || type || `Airtable answered with status ${status}.`
  if (status === 429) {
    const spent = type === 'PUBLIC_API_BILLING_LIMIT_EXCEEDED'
    return new AirtableFailure(spent ? 'spent' : 'limited', type, words, status)
  }
  const isRefusal = status >= 400 && status < 500 && status !== 408
  return new AirtableFailure(isRefusal ? 'refused' : 'unanswered', type, words, status)
}

/** The column that Airtable does not know; null: the failure is about something else. */
export function unknownColumn(failure: AirtableFailure): string | null {
  if (failure.type !== 'UNKNOWN_FIELD_NAME') return null
  return /"([^"]+)"/.exec(failure.message)?.[1] ?? null
}

function first(value: unknown): unknown {
  return Array.isArray(value) ? value[0] : undefined
}

/** Without what the database refuses: a NUL, or half of a surrogate pair. */
function text(value: unknown): string {
  return typeof value === 'string' ? withoutInvisible(value.toWellFormed()).trim() : ''
}
