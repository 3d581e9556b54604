import { type RefusalCode, refusals } from '../../shared/refusals.ts'

/**
 * A refusal by a rule or handler, by its code. `facts` are sent with the text; `retryAfterS`, in
 * seconds, becomes a header.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly facts: Record<string, unknown>
  readonly retryAfterS: number | undefined

  constructor(
    code: RefusalCode,
    more: { text?: string; facts?: Record<string, unknown>; retryAfterS?: number } = {},
  ) {
    const [status, text] = refusals[code]
    super(more.text ?? text)
    this.code = code
    this.status = status
    this.facts = more.facts ?? {}
    this.retryAfterS = more.retryAfterS
  }

  /** What is sent to the client. */
  body(): { error: string; code: string } {
    return { ...this.facts, error: this.message, code: this.code }
  }
}
