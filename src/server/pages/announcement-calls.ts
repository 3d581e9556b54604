import { can } from '../../shared/access.ts'
import { dayMs } from '../../shared/durations.ts'
import type { AskedAnnouncement, Audience } from '../../shared/pages/contract.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { cached } from '../db/cached.ts'
import type { Tx } from '../db/database.ts'
import { Shared } from '../http/answer.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { timeField } from '../http/time-field.ts'
import { rendered } from './rendered.ts'
import {
  findAnnouncementLocked,
  insertAnnouncement,
  listAnnouncements,
  listShownAnnouncements,
  updateEnded,
} from './store.ts'

const longestMs = 366 * dayMs

type AnnouncementCall =
  | 'listAnnouncements'
  | 'listAllAnnouncements'
  | 'addAnnouncement'
  | 'changeAnnouncement'
  | 'endAnnouncement'

export function announcementCalls(ctx: ReadContext): Handlers<AnnouncementCall> {
  const readShown = cached(ctx, async () => {
    const all = await ctx.db.read((reader) => listShownAnnouncements(reader, ctx.now()))
    const answerOf = (shown: typeof all) =>
      new Shared({ announcements: shown.map(({ id, html, from }) => ({ id, html, from })) })
    const everyone = answerOf(all.filter(({ audience }) => audience === 'everyone'))
    return { everyone, lineMonitors: answerOf(all) }
  })

  async function record(
    tx: Tx,
    kind: 'announcementAdded' | 'announcementChanged' | 'announcementEnded',
    netID: string,
    { audience, from, until }: { audience: Audience; from: Date; until: Date },
  ): Promise<void> {
    const times = { from: from.toISOString(), until: until.toISOString() }
    await insertAuditEvent(tx, ctx.now(), { kind, netID, audience, ...times })
  }

  return {
    async listAnnouncements({ session }) {
      const { everyone, lineMonitors } = await readShown()
      return can(session?.user ?? null, 'lineMonitor') ? lineMonitors : everyone
    },

    async listAllAnnouncements() {
      return { announcements: await ctx.db.read(listAnnouncements) }
    },

    async addAnnouncement({ session, body, write }) {
      const { netID } = session.user
      const id = ctx.newId()
      const { markdown, audience } = body
      const html = await rendered(ctx, 'announcement', markdown)
      await write(async (tx) => {
        const now = ctx.now()
        const shown = { ...timesOf(body, now, now), audience }
        const text = { markdown, html, writtenBy: netID, writtenAt: now }
        await insertAnnouncement(tx, { id, number: 1, ...text, ...shown })
        await record(tx, 'announcementAdded', netID, shown)
      })
      return { ok: true, id }
    },

    async changeAnnouncement({ session, params, body, write }) {
      const { netID } = session.user
      const { markdown, audience } = body
      const html = await rendered(ctx, 'announcement', markdown)
      await write(async (tx) => {
        const now = ctx.now()
        const before = await findAnnouncementLocked(tx, params.id)
        if (before === undefined) throw new Refusal('unknownAnnouncement')
        if (before.endedAt !== null || before.until <= now) throw new Refusal('announcementOver')
        const { over } = body
        if (over !== undefined && before.writtenAt.getTime() !== Date.parse(over)) {
          throw new Refusal('announcementChanged')
        }
        const shown = { ...timesOf(body, before.from, now), audience }
        const text = { markdown, html, writtenBy: netID, writtenAt: now }
        const { id } = params
        await insertAnnouncement(tx, { id, number: before.number + 1, ...text, ...shown })
        await record(tx, 'announcementChanged', netID, shown)
      })
      return { ok: true }
    },

    async endAnnouncement({ session, params, write }) {
      const { netID } = session.user
      await write(async (tx) => {
        const now = ctx.now()
        const before = await findAnnouncementLocked(tx, params.id)
        if (before === undefined) throw new Refusal('unknownAnnouncement')
        if (before.endedAt !== null || before.until <= now) return
        await updateEnded(tx, params.id, before.number, now)
        await record(tx, 'announcementEnded', netID, before)
      })
      return { ok: true }
    },
  }
}

/**
 * The time in which an announcement is shown, or a refusal that names the wrong field. `begins`:
 * the default start.
 */
function timesOf(asked: AskedAnnouncement, begins: Date, now: Date) {
  const from =
    asked.from === undefined ? begins : timeField('announcementInvalid', 'from', asked.from)
  const until = timeField('announcementInvalid', 'until', asked.until)
  if (until <= from || until <= now) throw invalid('until must be after from, and after now.')
  if (until.getTime() - from.getTime() > longestMs) {
    throw invalid('until must be at most a year after from.')
  }
  return { from, until }
}

function invalid(text: string): Refusal {
  return new Refusal('announcementInvalid', { text })
}
