import type { recordApi } from '../../shared/record/contract.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { listAuditEvents } from './store.ts'

export function recordRoutes(ctx: ReadContext): Handlers<keyof typeof recordApi> {
  return {
    async audit() {
      return ctx.db.read(listAuditEvents)
    },
  }
}
