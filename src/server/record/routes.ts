import type { recordApi } from '../../shared/record/contract.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/endpoints.ts'
import { listAuditEvents } from './store.ts'

export function recordRoutes(ctx: Context): Handlers<keyof typeof recordApi> {
  return {
    async audit() {
      return ctx.db.read(listAuditEvents)
    },
  }
}
