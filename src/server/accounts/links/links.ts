import { screens } from '../../../shared/screens.ts'
import { type Context, sha256 } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import {
  type AccountLink,
  findAccountLink,
  insertAccountLink,
  type LinkPurpose,
  removeAccountLinks,
  takeAccountLink,
} from './store.ts'

const hourMs = 3_600_000

/** Where each link leads, and how long it is good. */
const kinds: Record<LinkPurpose, { path: string; lastsMs: number }> = {
  confirmNetID: { path: screens.confirm.path, lastsMs: 24 * hourMs },
  resetPassword: { path: screens.resetPassword.path, lastsMs: hourMs },
  confirmEmail: { path: screens.confirmEmail.path, lastsMs: 24 * hourMs },
}

/** What a link is made for; `email`: the address that it confirms, null where it confirms none. */
type Wanted = { purpose: LinkPurpose; netID: string; email: string | null }

/**
 * A new one-time link below `base`, told once and kept only as a hash. It ends older ones of its
 * purpose, but for those to a new password: a stranger may ask for these, too.
 */
export async function makeLink(
  ctx: Pick<Context, 'now' | 'newToken'>,
  tx: Tx,
  base: string,
  { purpose, netID, email }: Wanted,
): Promise<{ url: string; goodUntil: Date }> {
  const { path, lastsMs } = kinds[purpose]
  const token = ctx.newToken()
  const goodUntil = new Date(ctx.now().getTime() + lastsMs)
  if (purpose !== 'resetPassword') await removeAccountLinks(tx, netID, [purpose])
  const tokenHash = sha256(token)
  await insertAccountLink(tx, { tokenHash, purpose, netID, email, expiresAt: goodUntil })
  // Behind the #, where no server's log sees it.
  return { url: `${base}${path}#${token}`, goodUntil }
}

/** The link that this token opens now; undefined: none. It stays good. */
export function findLink(
  { now, db }: Pick<Context, 'now'> & { db: Pick<Context['db'], 'read'> },
  purpose: LinkPurpose,
  token: string,
): Promise<AccountLink | undefined> {
  return db.read((reader) => findAccountLink(reader, sha256(token), purpose, now()))
}

/** The same, used up: of many who do so at once one gets it. */
export function takeLink(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  purpose: LinkPurpose,
  token: string,
): Promise<AccountLink | undefined> {
  return takeAccountLink(tx, sha256(token), purpose, now())
}
