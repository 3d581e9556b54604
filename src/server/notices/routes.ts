import type { NoticeSettings, noticesApi, ShownNotice } from '../../shared/notices/contract.ts'
import { screens } from '../../shared/screens.ts'
import { findUser, lockAccounts } from '../accounts/store.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { errorCode, foreignKeyViolation } from '../db/database.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { canMail } from '../mail/account-mail.ts'
import type { Notice } from '../mail/store.ts'
import { pushKeysOf } from '../push/keys.ts'
import { insertSubscription, removeSubscription } from '../push/store.ts'
import { keptEndpoint, subscriptionOf } from '../push/subscription.ts'
import { textByHand } from './letters.ts'
import type { Planner } from './planner.ts'
import {
  findNotice,
  findNoticeSettings,
  listNotices,
  updateNoticeSettings,
  updateRetried,
  updateTickedOff,
} from './store.ts'
import { endedBy } from './unsubscribing.ts'

/** Who sleeps when is a matter of the tent, and not of those who see that a mail failed. */
const aboutShifts = 'Shifts of your tent: see your profile.'

/** To how many browsers of one person pushes are sent. */
const browsersAtMost = 10

export function noticesRoutes(
  ctx: ReadContext,
  planner: Planner,
): Handlers<keyof typeof noticesApi> {
  return {
    async listNotices() {
      // So that the list includes what has just happened.
      await planner.planNews()
      const { listed, toDo } = await ctx.db.read(listNotices)
      return { notices: listed.map(shown), toDo }
    },

    async noticeText({ params }) {
      return ctx.db.read(async (reader) => {
        const notice = await findNotice(reader, params.id)
        if (notice === undefined) throw new Refusal('unknownNotice')
        if (notice.checkId === null) return { text: shown(notice).about }
        const text = await textByHand(ctx, reader, notice)
        if (text === null) throw new Refusal('noticeOver')
        return { text }
      })
    },

    async retryNotice({ params, write }) {
      await write(async (tx) => {
        const notice = await findNotice(tx, params.id)
        if (notice === undefined) throw new Refusal('unknownNotice')
        if (notice.state === 'sent') throw new Refusal('noticeSent')
        if (!canMail(ctx.config)) throw new Refusal('noMailServer')
        await updateRetried(tx, params.id, ctx.now())
      })
      return { ok: true }
    },

    async tickOffNotice({ session, params, write }) {
      await write(async (tx) => {
        const told = await findNotice(tx, params.id)
        if (told === undefined) throw new Refusal('unknownNotice')
        if (!(await updateTickedOff(tx, params.id, ctx.now()))) return
        const { netID } = session.user
        const event = { kind: 'noticeTickedOff', netID, about: told.netID } as const
        await insertAuditEvent(tx, ctx.now(), event)
      })
      return { ok: true }
    },

    async getNoticeSettings({ session: { user } }) {
      return ctx.db.read((reader) => findNoticeSettings(reader, user.netID))
    },

    async saveNoticeSettings({ session: { user }, body, write }) {
      return write(async (tx) => {
        await lockAccounts(tx, [user.netID])
        const settings = settingsOf(body, await findNoticeSettings(tx, user.netID))
        await updateNoticeSettings(tx, user.netID, settings)
        return settings
      })
    },

    async openEndingMails({ reply }) {
      reply.code(303).header('location', screens.profile.path)
      return { ok: true }
    },

    async pushKey() {
      return { key: pushKeysOf(ctx.secretKey).publicKey }
    },

    async subscribe({ session, body, write }) {
      const subscription = subscriptionOf(body, ctx.config.pushTestOrigin)
      if (subscription === null) throw new Refusal('subscriptionInvalid')
      const { user, tokenHash } = session
      const owner = { netID: user.netID, tokenHash }
      await write(async (tx) => {
        await lockAccounts(tx, [user.netID])
        await insertSubscription(tx, subscription, owner, ctx.now(), browsersAtMost)
      }).catch((error) => {
        // The session has ended meanwhile.
        throw errorCode(error) === foreignKeyViolation ? new Refusal('notSignedIn') : error
      })
      return { ok: true }
    },

    async unsubscribe({ session, body, write }) {
      await write((tx) => removeSubscription(tx, keptEndpoint(body.endpoint), session.user.netID))
      return { ok: true }
    },

    async endMails({ params, write }) {
      const ended = endedBy(ctx, params.token)
      if (ended === null) throw new Refusal('notFound')
      const { netID, kind, isOf } = ended
      await write(async (tx) => {
        await lockAccounts(tx, [netID])
        const user = await findUser(tx, netID)
        // Whoever registered after the backup that was restored is not there. And whoever reads the
        // mails to an earlier address may be somebody else.
        if (user === undefined || !isOf(user.email)) return
        const settings = await findNoticeSettings(tx, netID)
        await updateNoticeSettings(tx, netID, {
          ...settings,
          mail: { ...settings.mail, [kind]: false },
        })
      })
      return { ok: true }
    },
  }
}

function shown({ netID, ...notice }: Notice): ShownNotice {
  const { id, kind, state, tries, error } = notice
  const about = kind === 'shifts' ? aboutShifts : notice.about
  const isLate = state === 'waiting' && notice.isLate
  return { id, kind, to: netID, about, state, tries, error, at: notice.at.toISOString(), isLate }
}

/** The settings that were sent; those that an older client does not know stay as they were. */
function settingsOf({ mail, push, quiet }: NoticeSettings, before: NoticeSettings): NoticeSettings {
  return { mail: { ...before.mail, ...mail }, push: { ...before.push, ...push }, quiet }
}
