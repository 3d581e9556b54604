import { dayMs, minuteMs } from '../../shared/durations.ts'
import type { Config } from '../config.ts'
import { type Context, sha256 } from '../context.ts'
import { batch } from '../db/batch.ts'
import { cached } from '../db/cached.ts'
import type { Reader, Tx } from '../db/database.ts'
import type { FindSession, Session } from '../http/session.ts'
import {
  findSessions,
  insertSession,
  listSessionRows,
  removeOldestSessions,
  renewSessions,
} from './sessions/store.ts'

/** How long a session lasts without use. */
export const sessionLastsMs = 14 * dayMs

/** The last use is written again once it is older than this. */
const renewedAfterMs = dayMs

/** How many sessions a person may have at once; times RATE_LIMIT_FACTOR where that is above 1. */
export const sessionsAtMost = 20

/**
 * Opens a session. Its token is returned once; only its hash is stored. Above the limit, the
 * session that was unused longest ends: `ended` says whether one did.
 */
export async function openSession(
  ctx: Pick<Context, 'newToken' | 'now'> & { config: Pick<Config, 'rateLimitFactor'> },
  tx: Tx,
  netID: string,
  device: string,
): Promise<{ token: string; ended: boolean }> {
  const token = ctx.newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + sessionLastsMs)
  const tokenHash = sha256(token)
  await insertSession(tx, { tokenHash, netID, device, now, expiresAt })
  // A factor below 1 ends no session: limits never affect who is signed in.
  const atMost = Math.floor(sessionsAtMost * Math.max(1, ctx.config.rateLimitFactor))
  const ended = (await removeOldestSessions(tx, netID, atMost, tokenHash)) > 0
  return { token, ended }
}

/** A few milliseconds' work of the embedded engine, which holds up everyone else meanwhile. */
export const lookedUpAtOnce = 500

type Known = { session: NonNullable<Session>; expiresAt: Date }

/**
 * Finds sessions with their people's current roles. Lookups of the same moment are one query, and
 * the last use is written at most once a day. Only valid sessions are cached, so that invented
 * tokens use no memory.
 */
export function sessionFinder(ctx: Pick<Context, 'db' | 'log' | 'now'>): FindSession {
  const knownByToken = cached(ctx, () => new Map<string, Known>())
  let before = { since: 0, byToken: new Map<string, Known>() }

  function knownRecently(): Map<string, Known> {
    const now = ctx.now().getTime()
    if (Math.abs(now - before.since) >= minuteMs) before = { since: now, byToken: new Map() }
    return before.byToken
  }

  const lookUp = batch(
    async (tokenHashes: string[]): Promise<(Known | undefined)[]> => {
      const now = ctx.now()
      const found = await ctx.db.read((reader) => findSessions(reader, tokenHashes, now))
      const unused = found.filter(
        ({ lastUsedAt }) => now.getTime() - lastUsedAt.getTime() > renewedAfterMs,
      )
      if (unused.length > 0) {
        const hashes = unused.map(({ tokenHash }) => tokenHash)
        const expiresAt = new Date(now.getTime() + sessionLastsMs)
        await ctx.db
          .transaction((tx) => renewSessions(tx, hashes, now, expiresAt))
          .catch((error) => ctx.log.error({ err: error }, 'sessions could not be renewed'))
      }
      const byHash = new Map(found.map((row) => [row.tokenHash, row]))
      return tokenHashes.map((tokenHash) => {
        const row = byHash.get(tokenHash)
        if (row === undefined) return undefined
        const { user, createdAt: signedInAt, expiresAt } = row
        return { session: { user, tokenHash, signedInAt }, expiresAt }
      })
    },
    { atMost: lookedUpAtOnce },
  )

  return async (token, freshness) => {
    const byToken = freshness === 'recent' ? knownRecently() : knownByToken()
    const known = freshness === 'current' ? undefined : byToken.get(token)
    if (known !== undefined && known.expiresAt > ctx.now()) return known.session
    const found = await lookUp(sha256(token))
    if (found === undefined) return null
    byToken.set(token, found)
    return found.session
  }
}

/** Identifies a session to its owner without revealing its token or the token's hash. */
export function sessionIdOf(tokenHash: string): string {
  return sha256(tokenHash).slice(0, 16)
}

/** Every stored session of a person, the last used first, including expired ones. */
export async function listKeptSessions(reader: Reader, netID: string) {
  const rows = await listSessionRows(reader, netID)
  return rows.map((row) => ({ id: sessionIdOf(row.tokenHash), ...row }))
}

/** The valid ones only. */
export async function listSessions(reader: Reader, netID: string, now: Date) {
  return (await listKeptSessions(reader, netID)).filter(({ expiresAt }) => expiresAt > now)
}
