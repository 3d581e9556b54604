import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'

/** What every part of the server is handed: nothing reaches for the clock or for chance itself. */
export type Context = {
  config: Config
  db: Database
  log: FastifyBaseLogger
  now: () => Date
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>
  /** A UUID, version 4. */
  newId: () => string
  /** 256 random bits as 43 characters that fit into a header and an address. */
  newToken: () => string
  /** 12 random bytes, for one sealing. */
  newNonce: () => Uint8Array
  /** 64 hex digits: seals secrets at rest. */
  secretKey: string
}

/** Chance and the clock as they really are. */
export const systemContext = {
  now: () => new Date(),
  // Does not keep a server that stops from ending.
  wait: (ms: number) => delay(ms, undefined, { ref: false }),
  newId: () => randomUUID(),
  newToken: () => randomBytes(32).toString('base64url'),
  newNonce: () => randomBytes(12),
}

/** How a secret of full strength is kept: without a way back. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A password that a person can type from a screen, of about 60 bits: `k7d2-m9qx-4tpa`. */
export function newPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${group()}-${group()}-${group()}`
}
