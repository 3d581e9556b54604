import type { NoticeSettings } from '../../shared/notices/contract.ts'
import { type Context, sha256 } from '../context.ts'
import { seal, unseal } from '../seal.ts'

type Sealing = Pick<Context, 'secretKey'>

/** Whose mails, and of which kind, an unsubscribe link ends. */
export type Ended = { netID: string; kind: keyof NoticeSettings['mail'] }

type Sealed = { endMailsOf?: string; kind?: Ended['kind']; mailedTo?: string }

/** An e-mail address as a token has it: short, because the token stands in a link. */
const short = (email: string) => sha256(email.toLowerCase()).slice(0, 16)

/**
 * The token of an unsubscribe link that is mailed to this address. It is encrypted, so nobody can read
 * a netID from it.
 */
export function unsubscribeToken(
  { secretKey }: Sealing,
  { netID, kind, email }: Ended & { email: string },
): string {
  const sealed: Sealed = { endMailsOf: netID, kind, mailedTo: short(email) }
  return seal(JSON.stringify(sealed), secretKey)
}

/**
 * What the token ends, as long as the account has the address that it was mailed to; null: not a token
 * of ours. Older tokens name no kind, and end mails about Misses, or no address, and end mails to any.
 */
export function endedBy(
  { secretKey }: Sealing,
  token: string,
): (Ended & { isOf: (email: string) => boolean }) | null {
  const opened = unseal(token, secretKey)
  if (opened === null) return null
  const { endMailsOf, kind, mailedTo }: Sealed = JSON.parse(opened)
  if (endMailsOf === undefined) return null
  const isOf = (email: string) => mailedTo === undefined || mailedTo === short(email)
  return { netID: endMailsOf, kind: kind ?? 'miss', isOf }
}
