import { normalNetID } from '../../shared/accounts/rules.ts'
import type { privacyApi } from '../../shared/privacy/contract.ts'
import { closerWords } from '../../shared/refusals.ts'
import { endLineMonitors } from '../accounts/roles.ts'
import { listSuperUsersLocked } from '../accounts/store.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { Live } from '../live/live.ts'
import { saveFirstTexts } from '../pages/saving.ts'
import { saveRulesAYearLater } from '../season/saving.ts'
import { findRules } from '../season/store.ts'
import { findNewestCheckId } from '../tent-check/ledger/store.ts'
import { listTypesEver } from '../tents/store.ts'
import { closeSeason } from './close-season.ts'
import { personExport } from './person-export.ts'

export function privacyRoutes(ctx: ReadContext, live: Live): Handlers<keyof typeof privacyApi> {
  return {
    async exportPerson({ session, body, write }) {
      const { netID } = session.user
      const about = normalNetID(body.netID)
      return write(async (tx) => {
        const now = ctx.now()
        const exported = await personExport(tx, { netID: about, config: ctx.config }, now)
        if (exported === null) throw new Refusal('nothingKept')
        await insertAuditEvent(tx, now, { kind: 'dataExported', netID, about })
        return exported
      })
    },

    async closeSeason({ session, body, write }) {
      const { netID } = session.user
      const tents = await write(async (tx) => {
        const now = ctx.now()
        const closed = await closeSeason(tx, now)
        const { version } = await findRules(tx)
        if (version !== (body.rulesVersion ?? version)) {
          throw new Refusal('seasonChanged', { text: closerWords.closeSeenAnew })
        }
        const lastCheck = await findNewestCheckId(tx)
        const types = Object.fromEntries(await listTypesEver(tx))
        const event = { tents: closed, lastCheck, rulesVersion: version, types }
        await insertAuditEvent(tx, now, { kind: 'seasonClosed', netID, ...event })
        if (body.rulesAYearLater === true) await saveRulesAYearLater(tx, netID, now)
        if (body.firstTexts === true) await saveFirstTexts(tx, netID, now)
        const monitors = body.endRoles === true ? await endLineMonitors(ctx, tx, netID) : []
        for (const monitor of monitors) await live.personChanged(tx, monitor)
        return closed
      }, listSuperUsersLocked)
      return { ok: true, tents }
    },
  }
}
