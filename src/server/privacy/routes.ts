import { normalNetID } from '../../shared/accounts/rules.ts'
import type { privacyApi } from '../../shared/privacy/contract.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { insertAuditEvent } from '../record/store.ts'
import { personExport } from './person-export.ts'
import { closeSeason } from './season.ts'

export function privacyRoutes(ctx: ReadContext): Handlers<keyof typeof privacyApi> {
  return {
    async exportPerson({ session, body, write }) {
      const { netID } = session.user
      const about = normalNetID(body.netID)
      return write(async (tx) => {
        const now = ctx.now()
        const kept = await personExport(tx, about, now)
        if (kept === null) throw new Refusal('nothingKept')
        await insertAuditEvent(tx, now, { kind: 'dataExported', netID, about })
        return kept
      })
    },

    async closeSeason({ session, write }) {
      const { netID } = session.user
      const tents = await write(async (tx) => {
        const now = ctx.now()
        const closed = await closeSeason(tx, now)
        await insertAuditEvent(tx, now, { kind: 'seasonClosed', netID, tents: closed })
        return closed
      })
      return { ok: true, tents }
    },
  }
}
