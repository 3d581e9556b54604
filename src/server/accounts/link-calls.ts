import { normalNetID } from '../../shared/accounts/rules.ts'
import { weekMs } from '../../shared/durations.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { BackgroundWork } from '../background-work.ts'
import type { Config } from '../config.ts'
import { isTaken, type Tx } from '../db/database.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Write } from '../http/write.ts'
import { reachedAt } from '../listening-address.ts'
import type { Live } from '../live/live.ts'
import { canMail, queueAccountMail } from '../mail/account-mail.ts'
import {
  confirmationLimit,
  confirmationsLimit,
  forgottenLimit,
  resetLinkLimit,
  resetMailboxLimit,
} from './limit-table.ts'
import type { Limits } from './limits.ts'
import { endEmailLinks, findLink, mailLink, makeLink, takeLink } from './links/links.ts'
import { hashPassword } from './passwords.ts'
import { refusedPassword } from './refused-password.ts'
import { requireSession } from './require-session.ts'
import { setConfirmed } from './roles.ts'
import { setPassword } from './set-password.ts'
import {
  type Account,
  findAccountLocked,
  findPasswordHashLocked,
  findUser,
  isEmailTaken,
  lockAccounts,
  removeNoticeSettings,
  updateAccount,
} from './store.ts'

/** The calls that make or use one-time links. */
type LinkCall =
  | 'sendConfirmation'
  | 'confirm'
  | 'forgotPassword'
  | 'resetPassword'
  | 'makeResetLink'
  | 'confirmEmail'

/**
 * Every answer to "forgot password" takes this long, so that it does not show whether the account
 * exists.
 */
const answerAfterMs = 100

export function linkCalls(
  ctx: ReadContext,
  live: Live,
  limits: Limits,
  background: BackgroundWork,
): Handlers<LinkCall> {
  const { config } = ctx

  /**
   * Mails a password reset link to the account's owner, if the account exists and has an address
   * that is not one of too many of its mailbox.
   */
  async function mailResetLink(netID: string, write: Write): Promise<void> {
    await write(async (tx) => {
      const hash = await findPasswordHashLocked(tx, netID)
      const account = await findAccountLocked(tx, netID)
      const to = account === undefined ? '' : mailAddressOf(config, account)
      if (!hash || account === undefined || account.isDisabled || to === '') return
      // With a + one mailbox has many accounts. Without, it has one, whose links nobody else uses up.
      if (to.includes('+') && !(await limits.countsWithin(resetMailboxLimit(to), tx))) return
      await mailLink(ctx, tx, { purpose: 'resetPassword', netID, email: null }, to)
    })
  }

  /**
   * Where netIDs are proven by mail, the reset link went to the netID's real owner. If the account
   * was not confirmed, a stranger may have registered first: the e-mail address is replaced by the
   * campus address, or by none, and mails that were turned off are mailed again.
   */
  async function takeAccountBack(tx: Tx, netID: string): Promise<void> {
    const account = await findAccountLocked(tx, netID)
    if (config.confirmNetIDs !== 'mail' || account === undefined || account.isConfirmed) return
    const email = mailAddressOf(config, account)
    const taken = await isEmailTaken(tx, { netID, email })
    await updateAccount(tx, netID, { email: taken ? '' : email })
    await removeNoticeSettings(tx, netID)
  }

  return {
    async sendConfirmation({ session, address, aside, write }) {
      const { netID, email, isConfirmed } = session.user
      if (config.confirmNetIDs !== 'mail') throw new Refusal('notByMail')
      if (isConfirmed) throw new Refusal('confirmedAlready')
      const asker = { account: netID, address }
      // The person's limit first: if it refuses, nothing of their address's limit is used up.
      await aside(() =>
        limits.passBoth(asker, confirmationLimit(netID), confirmationsLimit(address)),
      )
      const to = mailAddressOf(config, { netID, email })
      const wanted = { purpose: 'confirmNetID', netID, email: null } as const
      await write(async (tx) => {
        await requireSession(ctx, tx, session)
        await mailLink(ctx, tx, wanted, to)
      })
      return { ok: true }
    },

    async confirm({ session, body: { token }, write }) {
      const { netID } = session.user
      const link = await findLink(ctx, 'confirmNetID', token)
      if (link === undefined) throw new Refusal('linkOver')
      // The link stays valid: the netID's real owner must not confirm an account that somebody else
      // made.
      if (link.netID !== netID) throw new Refusal('linkNotYours')
      await write(async (tx) => {
        await lockAccounts(tx, [netID])
        if (!(await takeLink(ctx, tx, 'confirmNetID', token))) throw new Refusal('linkOver')
        await setConfirmed(ctx, tx, { by: netID, netID, value: true })
        await live.personChanged(tx, netID)
      })
      return { ok: true, netID }
    },

    async forgotPassword({ body, address, aside, write }) {
      const netID = normalNetID(body.netID)
      await aside(() => limits.pass({ account: null, address }, forgottenLimit(address)))
      if (canMail(config) && (await limits.countsWithin(resetLinkLimit(netID)))) {
        // Not waited for: how long it takes, or that it fails, would reveal that the account exists.
        // Where the server dies just then, the person asks again.
        background.begin(
          () => mailResetLink(netID, write),
          'a link to a new password was not mailed',
        )
      }
      await aside(() => ctx.wait(answerAfterMs))
      return { ok: true }
    },

    async resetPassword({ body: { token, newPassword }, address, aside, write }) {
      const link = await findLink(ctx, 'resetPassword', token)
      const user = link && (await ctx.db.read((reader) => findUser(reader, link.netID)))
      if (user === undefined) throw new Refusal('linkOver')
      const { netID } = user
      const refused = await refusedPassword(newPassword, user)
      if (refused !== null) throw new Refusal(refused)
      const asker = { lane: 'change', account: netID, address } as const
      const passwordHash = await aside(() =>
        limits.take(asker, [], () => hashPassword(newPassword)),
      )
      const replace = () =>
        write(async (tx) => {
          // Locked before the link, in the same order as when an account is disabled.
          await lockAccounts(tx, [netID])
          if (!(await takeLink(ctx, tx, 'resetPassword', token))) throw new Refusal('linkOver')
          await setPassword(ctx, tx, { by: null, netID, passwordHash, keptSession: null })
          await takeAccountBack(tx, netID)
          await live.personChanged(tx, netID)
        })
      await replace().catch((error) => {
        // Somebody took the campus address at the same moment: decide again.
        if (isTaken(error)) return replace()
        throw error
      })
      return { ok: true }
    },

    async makeResetLink({ session, body, reply, write }) {
      const netID = normalNetID(body.netID)
      const base = reachedAt(config, reply.server.server)
      const lockBoth = (tx: Tx) => lockAccounts(tx, [session.user.netID, netID])
      const url = await write(async (tx) => {
        const hash = await findPasswordHashLocked(tx, netID)
        const account = await findAccountLocked(tx, netID)
        if (account === undefined) throw new Refusal('unknownUser')
        if (!hash || account.isDisabled) throw new Refusal('noPasswordToReset')
        const madeBy = session.user.netID
        const wanted = { purpose: 'resetPassword', netID, email: null, madeBy } as const
        const { url } = await makeLink(ctx, tx, base, wanted)
        await updateAccount(tx, netID, { resetLinkMadeAt: ctx.now() })
        const event = { kind: 'resetLinkMade', netID: madeBy, about: netID } as const
        await insertAuditEvent(tx, ctx.now(), event)
        const to = mailAddressOf(config, account)
        if (canMail(config) && to !== '') {
          // It stays true when the link is over: a mail server that is away must not lose it.
          const goodUntil = new Date(ctx.now().getTime() + weekMs)
          const mail = { kind: 'resetLinkMade', netID, to, link: null, goodUntil } as const
          await queueAccountMail(ctx, tx, mail)
        }
        return url
      }, lockBoth)
      return { url }
    },

    async confirmEmail({ body: { token }, write }) {
      // A guess costs one read and no transaction.
      const found = await findLink(ctx, 'confirmEmail', token)
      if (found === undefined) throw new Refusal('linkOver')
      const email = await write(async (tx) => {
        await lockAccounts(tx, [found.netID])
        const link = await takeLink(ctx, tx, 'confirmEmail', token)
        if (link === undefined || link.email === null) throw new Refusal('linkOver')
        const { netID, email } = link
        // Somebody else took this address meanwhile.
        if (await isEmailTaken(tx, { netID, email })) throw new Refusal('linkOver')
        await updateAccount(tx, netID, { email })
        await endEmailLinks(tx, netID)
        await live.personChanged(tx, netID)
        return email
      }).catch((error) => {
        throw isTaken(error) ? new Refusal('linkOver') : error
      })
      return { ok: true, email }
    },
  }
}

/**
 * The address at which the netID's owner gets mail. Where netIDs are proven by mail it is the
 * campus address, whatever address the account has; '' if there is none.
 */
function mailAddressOf(
  { confirmNetIDs, campusMailDomain }: Config,
  { netID, email }: Pick<Account, 'netID' | 'email'>,
): string {
  return confirmNetIDs === 'mail' ? `${netID}@${campusMailDomain}` : email
}
