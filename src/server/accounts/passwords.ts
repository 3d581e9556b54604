import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'

/**
 * At least one core is left for the tent check where there are two or more, however many people sign
 * in.
 */
export function hashedAtOnce(cores: number): number {
  return Math.max(1, Math.min(2, cores - 1))
}

/** argon2id with the library's defaults (19 MiB, 2 passes: OWASP's first choice). */
const hashQueue = new PQueue({ concurrency: hashedAtOnce(availableParallelism()) })

export async function hashPassword(password: string): Promise<string> {
  return hashQueue.add(() => hash(password))
}

/** Takes the same time whether or not the account exists (`passwordHash` null: it does not). */
export async function passwordMatches(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const against = passwordHash ?? (await hashOfNobody)
  return (await hashQueue.add(() => verify(against, password))) && passwordHash !== null
}

const hashOfNobody = hash('the password of nobody')
