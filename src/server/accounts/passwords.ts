import { hash, verify } from '@node-rs/argon2'
import PQueue from 'p-queue'

/**
 * argon2id with the library's defaults (19 MiB, 2 passes: OWASP's first choice). At most two at
 * once, so that a crowd at the sign-in leaves the rest of the machine to the check.
 */
const atWork = new PQueue({ concurrency: 2 })

export async function hashPassword(password: string): Promise<string> {
  return atWork.add(() => hash(password))
}

/** Compares in the same time whether or not there is an account (`passwordHash` null: none). */
export async function passwordMatches(
  passwordHash: string | null,
  password: string,
): Promise<boolean> {
  const against = passwordHash ?? (await hashOfNobody)
  return (await atWork.add(() => verify(against, password))) && passwordHash !== null
}

const hashOfNobody = hash('the password of nobody')
