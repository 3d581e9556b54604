import { fullName } from '../../shared/accounts/rules.ts'
import { dayMs } from '../../shared/durations.ts'
import type { programsApi } from '../../shared/programs/contract.ts'
import { lookedUpAtOnce } from '../accounts/sessions.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { sha256 } from '../context.ts'
import { batch } from '../db/batch.ts'
import { Shared } from '../http/answer.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { type FindScript, scriptTokenPrefix } from '../http/session.ts'
import { openApi } from './open-api.ts'
import {
  countScriptTokens,
  findScriptSessions,
  insertScriptToken,
  listScriptTokens,
  removeScriptToken,
} from './store.ts'

export const tokensAtMost = 20

/** Finds the session for a program's token. Lookups of the same moment are one query. */
export function scriptFinder(ctx: Pick<ReadContext, 'db' | 'now'>): FindScript {
  const lookUp = batch(
    async (tokenHashes: string[]) => {
      const found = await ctx.db.read((reader) =>
        findScriptSessions(reader, tokenHashes, ctx.now()),
      )
      return tokenHashes.map((tokenHash) => found.get(tokenHash) ?? null)
    },
    { atMost: lookedUpAtOnce },
  )
  return (token) => lookUp(sha256(token))
}

/** The calls for other programs, and for the tokens they use. */
export function programsRoutes(ctx: ReadContext): Handlers<keyof typeof programsApi> {
  const description = new Shared(openApi())
  return {
    openApi: async () => description,

    async listScriptTokens() {
      return { tokens: await ctx.db.read((reader) => listScriptTokens(reader, ctx.now())) }
    },

    async makeScriptToken({ session: { user }, body, write }) {
      const token = `${scriptTokenPrefix}${ctx.newToken()}`
      const id = ctx.newId()
      const name = body.name.trim()
      const madeAt = ctx.now()
      const expiresAt = new Date(madeAt.getTime() + body.days * dayMs)
      const { netID } = user
      await write(async (tx) => {
        if ((await countScriptTokens(tx, madeAt)) >= tokensAtMost) throw new Refusal('tokensAtMost')
        const row = { id, tokenHash: sha256(token), name, madeBy: netID, madeAt, expiresAt }
        await insertScriptToken(tx, row)
        const event = { kind: 'scriptTokenMade', netID, name } as const
        await insertAuditEvent(tx, madeAt, { ...event, until: expiresAt.toISOString() })
      })
      return {
        id,
        name,
        madeBy: { netID, name: fullName(user) },
        madeAt: madeAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        token,
      }
    },

    async endScriptToken({ session, params, write }) {
      const { netID } = session.user
      await write(async (tx) => {
        const name = await removeScriptToken(tx, params.id)
        if (name === undefined) throw new Refusal('unknownToken')
        await insertAuditEvent(tx, ctx.now(), { kind: 'scriptTokenEnded', netID, name })
      })
      return { ok: true }
    },
  }
}
