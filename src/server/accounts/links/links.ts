import { dayMs, hourMs } from '../../../shared/durations.ts'
import { screens } from '../../../shared/screens.ts'
import { type Context, sha256 } from '../../context.ts'
import type { Tx } from '../../db/database.ts'
import { queueAccountMail } from '../../mail/account-mail.ts'
import { endAccountMails } from '../../mail/store.ts'
import {
  type AccountLink,
  findAccountLink,
  insertAccountLink,
  type LinkPurpose,
  removeAccountLinks,
  takeAccountLink,
} from './store.ts'

/** The page that each kind of link opens, and how long it is valid. */
const kinds: Record<LinkPurpose, { path: string; lastsMs: number }> = {
  confirmNetID: { path: screens.confirm.path, lastsMs: dayMs },
  resetPassword: { path: screens.resetPassword.path, lastsMs: hourMs },
  confirmEmail: { path: screens.confirmEmail.path, lastsMs: dayMs },
}

/**
 * What a link is made for; `email`: the address that it confirms, null where it confirms none;
 * `madeBy`: the super user who makes it for somebody else, with whose role it ends
 * (`end_script_tokens` in `db/functions.sql`).
 */
type Wanted = { purpose: LinkPurpose; netID: string; email: string | null; madeBy?: string }

/** A stranger can ask for a link to a new password, and must not end the owner's. */
function endsOlder(purpose: LinkPurpose): boolean {
  return purpose !== 'resetPassword'
}

/**
 * Makes a one-time link below `base`. Only its hash is stored. Older links of the same purpose end,
 * except password reset links.
 */
export async function makeLink(
  ctx: Pick<Context, 'now' | 'newToken'>,
  tx: Tx,
  base: string,
  { purpose, netID, email, madeBy }: Wanted,
): Promise<{ url: string; goodUntil: Date }> {
  const { path, lastsMs } = kinds[purpose]
  const token = ctx.newToken()
  const goodUntil = new Date(ctx.now().getTime() + lastsMs)
  if (endsOlder(purpose)) await endLinks(tx, netID, [purpose])
  const tokenHash = sha256(token)
  const link = { tokenHash, purpose, netID, email, expiresAt: goodUntil, madeBy: madeBy ?? null }
  await insertAccountLink(tx, link)
  // After the #, so that no server logs it.
  return { url: `${base}${path}#${token}`, goodUntil }
}

/** Makes a one-time link and queues the mail that brings it to this address. */
export async function mailLink(
  ctx: Pick<Context, 'config' | 'newId' | 'newToken' | 'now' | 'secretKey'>,
  tx: Tx,
  wanted: Wanted,
  to: string,
): Promise<void> {
  const { url, goodUntil } = await makeLink(ctx, tx, ctx.config.publicUrl ?? '', wanted)
  const { purpose: kind, netID } = wanted
  await queueAccountMail(ctx, tx, { kind, netID, to, link: url, goodUntil })
}

/**
 * Ends a person's links, by default all of them, and the mails that would bring them; also those
 * that they made for somebody else.
 */
export async function endLinks(
  tx: Tx,
  netID: string,
  purposes = Object.keys(kinds) as LinkPurpose[],
): Promise<void> {
  await removeAccountLinks(tx, netID, purposes)
  await endAccountMails(tx, netID, purposes)
}

/** Whoever had a session that is ended may have asked for a link to another address. */
export function endEmailLinks(tx: Tx, netID: string): Promise<void> {
  return endLinks(tx, netID, ['confirmEmail'])
}

/** The valid link of this token; undefined: none. The link is not used up. */
export function findLink(
  { now, db }: Pick<Context, 'now'> & { db: Pick<Context['db'], 'read'> },
  purpose: LinkPurpose,
  token: string,
): Promise<AccountLink | undefined> {
  return db.read((reader) => findAccountLink(reader, sha256(token), purpose, now()))
}

/** As `findLink`, and uses it up: of several requests at once only one gets it. */
export function takeLink(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  purpose: LinkPurpose,
  token: string,
): Promise<AccountLink | undefined> {
  return takeAccountLink(tx, sha256(token), purpose, now())
}
