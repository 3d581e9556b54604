import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'

/**
 * What the code gets from outside, such as settings, database, clock and randomness; each part of
 * the server asks only for the fields that it uses. Only this file and `secret-key.ts` read the
 * clock and make random values.
 */
export type Context = {
  config: Config
  db: Database
  log: FastifyBaseLogger
  now: () => Date
  /** Resolves after so many milliseconds. */
  wait: (ms: number) => Promise<void>
  /** A UUID, version 4. */
  newId: () => string
  /** 256 random bits as 43 characters, safe in headers and addresses. */
  newToken: () => string
  /** 64 hex digits: encrypts stored secrets. */
  secretKey: string
}

/** The real clock and real randomness. */
export const systemContext = {
  now: () => new Date(),
  // A waiting timer does not keep the process alive.
  wait: (ms: number) => delay(ms, undefined, { ref: false }),
  newId: () => randomUUID(),
  newToken: () => randomBytes(32).toString('base64url'),
}

/** 12 random bytes; each is used for one sealing only. Here because it is made by chance. */
export function newNonce(): Uint8Array {
  return randomBytes(12)
}

/** Random secrets (256 bits) are stored as a hash. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * A random password of about 60 bits that is easy to type: `k7d2-m9qx-4tpa`. For the demo season,
 * but here because it is made by chance.
 */
export function newPassword(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${group()}-${group()}-${group()}`
}
