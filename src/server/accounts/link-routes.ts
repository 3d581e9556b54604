import type { accountsApi } from '../../shared/accounts/contract.ts'
import { normalNetID } from '../../shared/accounts/rules.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import type { Handlers } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Write } from '../http/write.ts'
import { listeningAddress } from '../listening-address.ts'
import type { Live } from '../live/live.ts'
import { canMail, queueAccountMail } from '../mail/account-mail.ts'
import { refusedPassword } from './common-passwords.ts'
import { confirmationLimit, forgottenLimit, forgottenOfLimit, type Limits } from './limits.ts'
import { findLink, makeLink, takeLink } from './links/links.ts'
import { removeAccountLinks } from './links/store.ts'
import { hashPassword } from './passwords.ts'
import { setPassword } from './set-password.ts'
import {
  type Account,
  findAccountLocked,
  findPasswordHashLocked,
  findUser,
  isEmailTaken,
  isTaken,
  updateAccountState,
  updateEmail,
  updateResetLinkMade,
} from './store.ts'
import type { PasswordTurns } from './turns.ts'

/** What goes by one-time links. */
type LinkCalls =
  | 'sendConfirmation'
  | 'confirm'
  | 'forgotPassword'
  | 'resetPassword'
  | 'makeResetLink'
  | 'confirmEmail'

/** How long the answer to a forgotten password takes, whether or not there is such an account. */
const answerAfterMs = 100

export function linkRoutes(
  ctx: Context,
  live: Live,
  limits: Limits,
  turns: PasswordTurns,
): Pick<Handlers<keyof typeof accountsApi>, LinkCalls> {
  const { config } = ctx

  /** Mails a link to a new password to the owner of an account, if there is one who can use it. */
  async function mailResetLink(netID: string, write: Write): Promise<void> {
    if (!canMail(config) || !(await limits.isWithin(forgottenOfLimit(netID)))) return
    await write(async (tx) => {
      const hash = await findPasswordHashLocked(tx, netID)
      const account = await findAccountLocked(tx, netID)
      const to = account === undefined ? '' : mailAddressOf(config, account)
      if (!hash || account === undefined || account.isDisabled || to === '') return
      const wanted = { purpose: 'resetPassword', netID, email: null } as const
      const { url, goodUntil } = await makeLink(ctx, tx, config.publicUrl ?? '', wanted)
      await queueAccountMail(ctx, tx, { kind: 'resetPassword', netID, to, link: url, goodUntil })
    })
  }

  /**
   * With proof by mail, whoever resets an account that nobody confirmed owns its netID. The address
   * may be a stranger's, who registered first: it becomes that of the campus, or none.
   */
  async function takeAddressBack(tx: Tx, netID: string): Promise<void> {
    const account = await findAccountLocked(tx, netID)
    if (config.confirmNetIDs !== 'mail' || account === undefined || account.isConfirmed) return
    const email = mailAddressOf(config, account)
    await updateEmail(tx, netID, (await isEmailTaken(tx, { netID, email })) ? '' : email)
  }

  return {
    async sendConfirmation({ session, write }) {
      const { netID, isConfirmed } = session.user
      if (config.confirmNetIDs !== 'mail') throw new Refusal('notByMail')
      if (isConfirmed) throw new Refusal('confirmedAlready')
      await limits.take(confirmationLimit(netID), () =>
        write(async (tx) => {
          const wanted = { purpose: 'confirmNetID', netID, email: null } as const
          const { url, goodUntil } = await makeLink(ctx, tx, config.publicUrl ?? '', wanted)
          const to = `${netID}@${config.campusMailDomain}`
          await queueAccountMail(ctx, tx, { kind: 'confirmNetID', netID, to, link: url, goodUntil })
        }),
      )
      return { ok: true }
    },

    async confirm({ session, body: { token }, write }) {
      const { netID } = session.user
      const link = await findLink(ctx, 'confirmNetID', token)
      if (link === undefined) throw new Refusal('linkOver')
      // It stays good: the owner of the netID must not confirm whoever registered it.
      if (link.netID !== netID) throw new Refusal('linkNotYours')
      await write(async (tx) => {
        if (!(await takeLink(ctx, tx, 'confirmNetID', token))) throw new Refusal('linkOver')
        await updateAccountState(tx, netID, { isConfirmed: true })
        const event = { kind: 'userConfirmed', netID, about: netID, value: true } as const
        await insertAuditEvent(tx, ctx.now(), event)
        await live.notifyServers(tx, `person ${netID}`)
      })
      await live.personChanged(netID)
      return { ok: true, netID }
    },

    async forgotPassword({ body, address, write }) {
      const netID = normalNetID(body.netID)
      await limits.take(forgottenLimit(address), () =>
        Promise.all([mailResetLink(netID, write), ctx.wait(answerAfterMs)]),
      )
      return { ok: true }
    },

    async resetPassword({ body: { token, newPassword }, address, write }) {
      const link = await findLink(ctx, 'resetPassword', token)
      const user = link && (await ctx.db.read((reader) => findUser(reader, link.netID)))
      if (user === undefined) throw new Refusal('linkOver')
      const { netID } = user
      const refused = await refusedPassword(newPassword, user)
      if (refused !== null) throw new Refusal(refused)
      const asker = { netID, from: address }
      const passwordHash = await turns.change(asker, () => hashPassword(newPassword))
      await write(async (tx) => {
        // Before the link: whoever disables the account locks in this order, too.
        await findPasswordHashLocked(tx, netID)
        if (!(await takeLink(ctx, tx, 'resetPassword', token))) throw new Refusal('linkOver')
        await setPassword(ctx, tx, { by: null, netID, passwordHash, keptSession: null })
        await takeAddressBack(tx, netID)
        await live.notifyServers(tx, `person ${netID}`)
      })
      await live.personChanged(netID)
      return { ok: true }
    },

    async makeResetLink({ session, body, reply, write }) {
      const netID = normalNetID(body.netID)
      const bound = reply.server.server.address()
      const port = typeof bound === 'object' && bound !== null ? bound.port : config.port
      const base = config.publicUrl ?? listeningAddress(config.host, port)
      const url = await write(async (tx) => {
        const hash = await findPasswordHashLocked(tx, netID)
        const account = await findAccountLocked(tx, netID)
        if (account === undefined) throw new Refusal('unknownUser')
        if (!hash || account.isDisabled) throw new Refusal('noPasswordToReset')
        const wanted = { purpose: 'resetPassword', netID, email: null } as const
        const link = await makeLink(ctx, tx, base, wanted)
        await updateResetLinkMade(tx, netID, ctx.now())
        const event = { kind: 'resetLinkMade', netID: session.user.netID, about: netID } as const
        await insertAuditEvent(tx, ctx.now(), event)
        const to = mailAddressOf(config, account)
        if (canMail(config) && to !== '') {
          const mail = { kind: 'resetLinkMade', netID, to, link: null } as const
          await queueAccountMail(ctx, tx, { ...mail, goodUntil: link.goodUntil })
        }
        return link.url
      })
      return { url }
    },

    async confirmEmail({ body: { token }, write }) {
      // Whoever guesses costs a reading, and no transaction.
      if (!(await findLink(ctx, 'confirmEmail', token))) throw new Refusal('linkOver')
      const email = await write(async (tx) => {
        const link = await takeLink(ctx, tx, 'confirmEmail', token)
        if (link === undefined || link.email === null) throw new Refusal('linkOver')
        const { netID, email } = link
        // Somebody else has it by now.
        if (await isEmailTaken(tx, { netID, email })) throw new Refusal('linkOver')
        await updateEmail(tx, netID, email)
        await removeAccountLinks(tx, netID, ['confirmEmail'])
        await live.notifyServers(tx, `person ${netID}`)
        return email
      }).catch((error) => {
        throw isTaken(error) ? new Refusal('linkOver') : error
      })
      return { ok: true, email }
    },
  }
}

/**
 * Where the owner of an account reads their mail: with proof by mail the campus address of the
 * netID, whoever registered it and with whatever address; '' where there is none.
 */
function mailAddressOf({ confirmNetIDs, campusMailDomain }: Config, account: Account): string {
  return confirmNetIDs === 'mail' ? `${account.netID}@${campusMailDomain}` : account.email
}
