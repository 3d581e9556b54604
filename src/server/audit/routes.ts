import type { auditApi } from '../../shared/audit/contract.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { listAuditEvents, listAuditedTents } from './store.ts'

export function auditRoutes(ctx: ReadContext): Handlers<keyof typeof auditApi> {
  return {
    async audit({ query: { before } }) {
      return ctx.db.read((reader) => listAuditEvents(reader, before))
    },

    async auditedTents({ params }) {
      return ctx.db.read((reader) => listAuditedTents(reader, params.id))
    },
  }
}
