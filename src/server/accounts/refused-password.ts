import { checkPassword } from '../../shared/accounts/rules.ts'
import type { RefusalCode } from '../../shared/refusals.ts'

/**
 * Why this person may not set this password; null: they may. In addition to `checkPassword`, it
 * refuses the most common passwords and one's own netID or e-mail address, in upper or lower case.
 */
export async function refusedPassword(
  password: string,
  { netID, email }: { netID: string; email: string },
): Promise<RefusalCode | null> {
  const plain = password.toLowerCase()
  // Who came through the campus may have no e-mail address.
  const own = [netID, email].filter((text) => text !== '').map((text) => text.toLowerCase())
  if (own.includes(plain)) return 'passwordCommon'
  const refused = checkPassword(password)
  if (refused !== null) return refused
  // Loaded only when needed: most runs of the server never set a password.
  const { default: list } = await import('fxa-common-password-list')
  return list.test(plain) ? 'passwordCommon' : null
}
