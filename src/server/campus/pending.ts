import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { minuteMs } from '../../shared/durations.ts'
import { isStillAhead } from '../clock-skew.ts'
import type { Context } from '../context.ts'
import * as secrets from '../seal.ts'

const pending = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  /** In ms. */
  endsAt: Type.Number(),
})

/** The values that must match when the person comes back from the provider. */
export type Pending = { state: string; nonce: string; verifier: string }

/** How long a person may take at the provider. */
export const pendingLastsMs = 10 * minuteMs

/**
 * The values of a started sign-in are kept in the browser, in a sealed cookie. So no other browser
 * can finish it, and a flood of starts does not reach the database.
 */
export function pendingSignIns({ secretKey, now }: Pick<Context, 'now' | 'secretKey'>) {
  const key = secrets.derivedKey(secretKey, 'tent-city campus').toString('hex')
  return {
    seal(begun: Pending): string {
      const text = JSON.stringify({ ...begun, endsAt: now().getTime() + pendingLastsMs })
      return secrets.seal(text, key)
    },
    /** null: no cookie, another browser's, expired, or of a clock that was ahead. */
    unseal(text: string | undefined): Pending | null {
      const opened = secrets.unseal(text ?? '', key)
      const begun: unknown = opened === null ? null : JSON.parse(opened)
      const isGood =
        Value.Check(pending, begun) && isStillAhead(begun.endsAt, pendingLastsMs, now())
      return isGood ? begun : null
    },
  }
}
