import type { NoticeSettings } from '../../shared/notices/contract.ts'
import type { Context } from '../context.ts'
import { seal, unseal } from '../seal.ts'

type Sealing = Pick<Context, 'secretKey'>

/** Whose mails, and of which kind, an unsubscribe link ends. */
export type Ended = { netID: string; kind: keyof NoticeSettings['mail'] }

/** The token of an unsubscribe link. It is encrypted, so nobody can read a netID from it. */
export function unsubscribeToken({ secretKey }: Sealing, { netID, kind }: Ended): string {
  return seal(JSON.stringify({ endMailsOf: netID, kind }), secretKey)
}

/**
 * What the token ends; null: not a token of ours. Older tokens name no kind: they end mails about
 * Misses.
 */
export function endedBy({ secretKey }: Sealing, token: string): Ended | null {
  const opened = unseal(token, secretKey)
  if (opened === null) return null
  const { endMailsOf, kind }: { endMailsOf?: string; kind?: Ended['kind'] } = JSON.parse(opened)
  return endMailsOf === undefined ? null : { netID: endMailsOf, kind: kind ?? 'miss' }
}
