import { refusals } from '../../shared/refusals.ts'
import type { Connection } from '../../shared/roster-sync/contract.ts'
import type { AirtableTable, OpenTable } from '../airtable/client.ts'
import { removeBlock } from '../airtable/store.ts'
import { insertAuditEvent } from '../audit/store.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import {
  type FoundAirtable,
  findAirtable,
  masked,
  removeAirtable,
  updateAirtable,
} from '../settings/airtable-config.ts'
import { testConnection } from './columns.ts'
import { forgetPulls } from './state.ts'
import { updateDueNow } from './store.ts'
import { waits } from './under-way.ts'

/** Ids become part of an address, so only these characters are allowed. */
function isId(id: string): boolean {
  return /^[A-Za-z0-9]{1,50}$/.test(id)
}

function shownAirtable(config: AirtableTable | null) {
  const { baseId = '', tableId = '', apiKey = '' } = config ?? {}
  return {
    hasApiKey: apiKey !== '',
    maskedApiKey: masked(apiKey),
    airtableBaseId: baseId,
    airtableTableId: tableId,
  }
}

/** The calls that connect a table at Airtable, and disconnect it. */
export function airtableCalls(
  ctx: ReadContext,
  openTable: OpenTable,
): Handlers<'airtableConfig' | 'updateAirtableConfig' | 'disconnectAirtable'> {
  async function connectionOf(saved: FoundAirtable | null): Promise<Connection> {
    if (saved?.isKeyUnreadable) {
      return { works: false, text: refusals.airtableKeyUnreadable[1] }
    }
    if (saved === null || saved.apiKey === '') {
      return { works: false, text: 'There is no API key yet, so nothing is read from Airtable.' }
    }
    return testConnection(openTable(saved, waits.settings))
  }

  return {
    async airtableConfig() {
      const config = await ctx.db.read((reader) => findAirtable(reader, ctx))
      return shownAirtable(config)
    },

    async updateAirtableConfig({ session, body, write }) {
      const baseId = body.airtableBaseId?.trim() ?? ''
      const tableId = body.airtableTableId?.trim() ?? ''
      const newKey = body.airtableApiKey?.trim() ?? ''
      if (baseId === '' || tableId === '') throw new Refusal('airtableIdsMissing')
      if (!isId(baseId) || !isId(tableId)) throw new Refusal('airtableIdsInvalid')
      if (newKey !== '' && !/^[\x20-\x7e]{1,200}$/.test(newKey)) {
        throw new Refusal('airtableKeyInvalid')
      }
      const saved = await write(async (tx) => {
        await updateAirtable(tx, ctx, { baseId, tableId, apiKey: newKey })
        await forgetPulls(tx, ctx.now())
        // What was refused may be taken now.
        await removeBlock(tx, baseId)
        await updateDueNow(tx, ctx.now())
        const event = { netID: session.user.netID, baseId, tableId, isKeyNew: newKey !== '' }
        await insertAuditEvent(tx, ctx.now(), { kind: 'airtableSettingsSaved', ...event })
        return findAirtable(tx, ctx)
      })
      return { ok: true, ...shownAirtable(saved), connection: await connectionOf(saved) }
    },

    async disconnectAirtable({ session, write }) {
      const { netID } = session.user
      await write(async (tx) => {
        if (!(await removeAirtable(tx))) return
        await forgetPulls(tx, ctx.now())
        await insertAuditEvent(tx, ctx.now(), { kind: 'airtableDisconnected', netID })
      })
      return shownAirtable(null)
    },
  }
}
