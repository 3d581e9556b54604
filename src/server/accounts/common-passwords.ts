import { checkPassword } from '../../shared/accounts/rules.ts'
import type { RefusalCode } from '../../shared/refusals.ts'

/**
 * Why this password may not be set for this person; null: it may. Besides what `checkPassword`
 * says, the most common ones are refused, and one's own netID or e-mail, in any case of letters.
 */
export async function refusedPassword(
  password: string,
  { netID, email }: { netID: string; email: string },
): Promise<RefusalCode | null> {
  const refused = checkPassword(password)
  if (refused !== null) return refused
  const plain = password.trim().toLowerCase()
  if (plain === netID.toLowerCase() || plain === email.toLowerCase()) return 'passwordCommon'
  // Read when it is first needed: most starts of the server never do.
  const { default: list } = await import('fxa-common-password-list')
  return list.test(plain) ? 'passwordCommon' : null
}
