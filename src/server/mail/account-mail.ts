import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { seal, unseal } from '../seal.ts'
import type { Letter } from './letter.ts'
import { type AccountMailKind, insertNotices, isAboutAccount, type Notice } from './store.ts'

/**
 * A mail about an account. `to`: the address it goes to, which may differ from the account's.
 * `link`: a complete one-time link, or null. After `goodUntil` it is not sent any more.
 */
export type AccountMail = {
  kind: AccountMailKind
  netID: string
  to: string
  link: string | null
  goodUntil: Date
}

type Queueing = Pick<Context, 'config' | 'newId' | 'now' | 'secretKey'>

/** Is there a mail server? Without one no mail about an account may be queued. */
export function canMail({ smtpUrl }: Pick<Context['config'], 'smtpUrl'>): boolean {
  return smtpUrl !== null
}

/**
 * Queues a mail about an account; there is no other way. It is sent if and after its transaction is
 * committed, even if the server is killed in between. Address and link are stored encrypted, and
 * only until the mail is sent or out of date, so no list and no backup shows them.
 */
export async function queueAccountMail(ctx: Queueing, tx: Tx, mail: AccountMail): Promise<void> {
  if (!canMail(ctx.config)) throw new Error('There is no mail server to send this with')
  const { kind, netID, to, link, goodUntil } = mail
  const now = ctx.now()
  const sealed = seal(JSON.stringify({ to, link }), ctx.secretKey)
  const about = texts[kind].about
  const messageID = newMessageID(ctx)
  const id = ctx.newId()
  await insertNotices(tx, [
    { id, kind, netID, about, sealed, goodUntil, at: now, dueAt: now, messageID },
  ])
}

/** The Message-ID: the same for every attempt to send a mail. */
export function newMessageID({ config, newId }: Pick<Context, 'config' | 'newId'>): string {
  return `<${newId()}@${new URL(config.publicUrl ?? 'http://localhost').hostname}>`
}

/** The mail's text; null: its link is out of date, or encrypted with another key. */
export function accountLetter(
  { now, secretKey }: Pick<Context, 'now' | 'secretKey'>,
  notice: Notice,
): Letter | null {
  if (!isAboutAccount(notice)) return null
  const { kind, sealed, goodUntil } = notice
  if (sealed === null || goodUntil === null || goodUntil <= now()) return null
  const opened = unseal(sealed, secretKey)
  if (opened === null) return null
  return letterAbout({ kind, ...(JSON.parse(opened) as Pick<AccountMail, 'to' | 'link'>) })
}

/** A mail about an account in words. */
export function letterAbout({ kind, to, link }: Pick<AccountMail, 'kind' | 'to' | 'link'>): Letter {
  const { about: _, label, ...words } = texts[kind]
  return {
    ...words,
    to,
    link: link === null || label === null ? null : { label, url: link },
    // Without the netID: the address may be a stranger's.
    why: 'You get this because of an account on this site.',
    unsubscribe: null,
  }
}

type Words = Pick<Letter, 'subject' | 'head' | 'lines'> & { about: string; label: string | null }

const texts: Record<AccountMailKind, Words> = {
  confirmNetID: {
    about: 'Confirm the netID',
    subject: 'Confirm your netID',
    head: 'Is this netID yours?',
    lines: [
      'Somebody, most likely you, registered with your netID. Confirm it to see your tent.',
      'The link is good for a day and works once. If this was not you, do nothing.',
    ],
    label: 'Confirm my netID',
  },
  resetPassword: {
    about: 'Choose a new password',
    subject: 'Choose a new password',
    head: 'Choose a new password',
    lines: [
      'Somebody, most likely you, asked for a new password.',
      'The link is good for an hour and works once. If this was not you, do nothing: your password stays.',
    ],
    label: 'Choose a new password',
  },
  confirmEmail: {
    about: 'Confirm the e-mail address',
    subject: 'Confirm your e-mail address',
    head: 'Is this your address?',
    lines: [
      'Somebody, most likely you, wants to use this address for their account.',
      'The link is good for a day and works once. If this was not you, do nothing.',
    ],
    label: 'Confirm this address',
  },
  resetLinkMade: {
    about: 'A reset link was made',
    subject: 'A super user made a reset link for your account',
    head: 'A reset link was made',
    lines: [
      'A super user made a link for choosing a new password for your account.',
      'If you did not ask for it, tell a super user.',
    ],
    label: null,
  },
}
