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
} from './store.ts'

const minuteMs = 60 * 1000
const dayMs = 24 * 60 * minuteMs

/** How long a session lasts without use. */
export const sessionLastsMs = 14 * dayMs

/** How old the last use that is written down may be. */
const renewedAfterMs = dayMs

/** How many a person has at once. */
const sessionsAtMost = 20

/**
 * A new session; the token is told once and kept only as a hash. Where there are too many, the one
 * that was used longest ago ends: `ended` says so.
 */
export async function openSession(
  ctx: Pick<Context, 'newToken' | 'now'>,
  tx: Tx,
  netID: string,
  device: string,
): Promise<{ token: string; ended: boolean }> {
  const token = ctx.newToken()
  const now = ctx.now()
  const expiresAt = new Date(now.getTime() + sessionLastsMs)
  const tokenHash = sha256(token)
  await insertSession(tx, { tokenHash, netID, device, now, expiresAt })
  const ended = (await removeOldestSessions(tx, netID, sessionsAtMost, tokenHash)) > 0
  return { token, ended }
}

/** A statement holds at most 65,535 values. */
const lookedUpAtOnce = 5000

type Known = { session: NonNullable<Session>; expiresAt: Date }

/**
 * Finds sessions with the roles as they are. Those that are looked up at the same moment go to the
 * database together; their use is written once a day at most. Only sessions that are good are
 * kept, so that made-up tokens take no room.
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
    const known = freshness === 'now' ? undefined : byToken.get(token)
    if (known !== undefined && known.expiresAt > ctx.now()) return known.session
    const found = await lookUp(sha256(token))
    if (found === undefined) return null
    byToken.set(token, found)
    return found.session
  }
}

/** What a session is called where its token must not be known, nor the token's own hash. */
export function sessionIdOf(tokenHash: string): string {
  return sha256(tokenHash).slice(0, 16)
}

export type ListedSession = { id: string; tokenHash: string; device: string } & Record<
  'createdAt' | 'lastUsedAt' | 'expiresAt',
  Date
>

/** All of a person's sessions that are kept, the one used last first; some may be over. */
export async function listKeptSessions(reader: Reader, netID: string): Promise<ListedSession[]> {
  const rows = await listSessionRows(reader, netID)
  return rows.map((row) => ({ id: sessionIdOf(row.tokenHash), ...row }))
}

/** Those that hold now. */
export async function listSessions(
  reader: Reader,
  netID: string,
  now: Date,
): Promise<ListedSession[]> {
  return (await listKeptSessions(reader, netID)).filter(({ expiresAt }) => expiresAt > now)
}
