import { hkdfSync } from 'node:crypto'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import type { Context } from '../context.ts'
import * as secrets from '../seal.ts'

const pending = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  /** In ms. */
  endsAt: Type.Number(),
})

/** What a sign-in that was begun has to come back with. */
export type Pending = { state: string; nonce: string; verifier: string }

/** How long somebody may take at the provider. */
export const pendingLastsMs = 10 * 60 * 1000

/**
 * A sign-in that was begun is kept by the browser that began it, sealed, so that no other one can
 * end it and a flood of beginnings leaves the database alone.
 */
export function pendingSignIns({ secretKey, now, newNonce }: Context) {
  const derived = hkdfSync('sha256', Buffer.from(secretKey, 'hex'), '', 'tent-city campus', 32)
  const key = Buffer.from(derived).toString('hex')
  return {
    seal(begun: Pending): string {
      const text = JSON.stringify({ ...begun, endsAt: now().getTime() + pendingLastsMs })
      return secrets.seal(text, key, newNonce())
    },
    /** null: none, another browser's, or over. */
    unseal(text: string | undefined): Pending | null {
      const opened = secrets.unseal(text ?? '', key)
      const begun: unknown = opened === null ? null : JSON.parse(opened)
      return Value.Check(pending, begun) && now().getTime() < begun.endsAt ? begun : null
    },
  }
}
