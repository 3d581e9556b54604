import type { NoticeSettings } from '../../shared/notices/contract.ts'
import type { Context } from '../context.ts'
import { seal, unseal } from '../seal.ts'

type Sealing = Pick<Context, 'newNonce' | 'secretKey'>

/** Whose mails one address ends, and of which kind. */
export type Ended = { netID: string; kind: keyof NoticeSettings['mail'] }

/** What stands in the address that ends a person's mails: nobody reads from it whose they are. */
export function unsubscribeToken({ newNonce, secretKey }: Sealing, { netID, kind }: Ended): string {
  const sealed = seal(JSON.stringify({ endMailsOf: netID, kind }), secretKey, newNonce())
  return Buffer.from(sealed, 'base64').toString('base64url')
}

/** What it ends; null: it is none of ours. Older mails, which name no kind, are about Misses. */
export function endedBy({ secretKey }: Pick<Context, 'secretKey'>, token: string): Ended | null {
  const opened = unseal(Buffer.from(token, 'base64url').toString('base64'), secretKey)
  if (opened === null) return null
  const { endMailsOf, kind }: { endMailsOf?: string; kind?: Ended['kind'] } = JSON.parse(opened)
  return endMailsOf === undefined ? null : { netID: endMailsOf, kind: kind ?? 'miss' }
}
