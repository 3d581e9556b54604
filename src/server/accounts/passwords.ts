import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'
import { Refusal } from '../http/refusal.ts'

/**
 * argon2id with the library's defaults (19 MiB, 2 passes: OWASP's first choice). At most two at
 * once, so that a crowd at the sign-in leaves the rest of the machine to the check.
 */
const atWork = new PQueue({ concurrency: 2 })
/** About ten seconds of work: whoever comes then is asked to come again. */
const waitingAtMost = 2000

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (atWork.size >= waitingAtMost) throw new Refusal('unavailable', { retryAfterS: 10 })
  return atWork.add(work)
}

export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password))
}

/**
 * Compares in the same time whether or not there is an account (`passwordHash` null: none).
 * `around` is asked when its turn has come, and may refuse.
 */
export async function passwordMatches(
  passwordHash: string | null,
  password: string,
  around: (compare: () => Promise<boolean>) => Promise<boolean>,
): Promise<boolean> {
  const against = passwordHash ?? (await hashOfNobody)
  return inTurn(() =>
    around(async () => (await verify(against, password)) && passwordHash !== null),
  )
}

const hashOfNobody = hash('the password of nobody')
