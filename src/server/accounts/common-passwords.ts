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
  const refused = checkPassword(password)
  if (refused !== null) return refused
  const plain = password.trim().toLowerCase()
  if (plain === netID.toLowerCase() || plain === email.toLowerCase()) return 'passwordCommon'
  // Loaded only when needed: most runs of the server never set a password.
  const { default: list } = await import('fxa-common-password-list')
  return list.test(plain) ? 'passwordCommon' : null
}
