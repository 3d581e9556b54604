import type { auditApi } from '../../shared/audit/contract.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { listAuditEvents } from './store.ts'

export function auditRoutes(ctx: ReadContext): Handlers<keyof typeof auditApi> {
  return {
    async audit() {
      return ctx.db.read(listAuditEvents)
    },
  }
}
