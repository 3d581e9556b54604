import { Value } from 'typebox/value'
import { type Connection, type settingsApi, tentLink } from '../../shared/settings/contract.ts'
import { type AirtableTable, airtableClient } from '../airtable/client.ts'
import type { Context } from '../context.ts'
import type { Handlers } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { insertAuditEvent } from '../record/store.ts'
import { testConnection } from '../roster-sync/columns.ts'
import { neverPulled, updateState } from '../roster-sync/state.ts'
import { findAirtable, masked, removeAirtable, updateAirtable } from './airtable-config.ts'
import { findSetting, updateSetting } from './store.ts'

const tentLinkKey = 'tentLink'

/** Empty, or an address of the web; anything that could act as a script is refused. */
function isLink(url: string): boolean {
  if (url === '') return true
  return /^https?:\/\//i.test(url) && URL.canParse(url)
}

/** Airtable's ids go into addresses: nothing else may be in them. */
function isId(id: string): boolean {
  return /^[A-Za-z0-9]{1,50}$/.test(id)
}

function shownAirtable(config: { baseId: string; tableId: string; apiKey: string } | null) {
  const { baseId = '', tableId = '', apiKey = '' } = config ?? {}
  return {
    hasApiKey: apiKey !== '',
    maskedApiKey: masked(apiKey),
    airtableBaseId: baseId,
    airtableTableId: tableId,
  }
}

/** The person who saved waits for it, so not for long. */
const waiting = { patienceMs: 3000, timeoutMs: 4000 }

export function settingsRoutes(ctx: Context): Handlers<keyof typeof settingsApi> {
  async function connectionOf(saved: AirtableTable | null): Promise<Connection> {
    if (saved === null || saved.apiKey === '') {
      return { works: false, text: 'There is no API key yet, so nothing is read from Airtable.' }
    }
    return testConnection(airtableClient(ctx, saved, waiting))
  }

  return {
    async getTentLink() {
      const value = await ctx.db.read((reader) => findSetting(reader, tentLinkKey))
      return Value.Check(tentLink, value) ? value : { url: '', active: false }
    },

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
      if (newKey !== '' && !/^[\x21-\x7e]{1,200}$/.test(newKey)) {
        throw new Refusal('airtableKeyInvalid')
      }
      const saved = await write(async (tx) => {
        await updateAirtable(tx, ctx, { baseId, tableId, apiKey: newKey })
        await updateState(tx, neverPulled, ctx.now())
        const event = { netID: session.user.netID, baseId, tableId, isKeyNew: newKey !== '' }
        await insertAuditEvent(tx, ctx.now(), { kind: 'airtableSettingsSaved', ...event })
        return findAirtable(tx, ctx)
      })
      return { ...shownAirtable(saved), connection: await connectionOf(saved) }
    },

    async disconnectAirtable({ session, write }) {
      const { netID } = session.user
      await write(async (tx) => {
        if (!(await removeAirtable(tx))) return
        await updateState(tx, neverPulled, ctx.now())
        await insertAuditEvent(tx, ctx.now(), { kind: 'airtableDisconnected', netID })
      })
      return shownAirtable(null)
    },

    async updateTentLink({ session, body, write }) {
      const link = { url: body.url.trim(), active: body.active }
      if (!isLink(link.url)) throw new Refusal('linkInvalid')
      await write(async (tx) => {
        await updateSetting(tx, tentLinkKey, link, ctx.now())
        const event = { netID: session.user.netID, ...link }
        await insertAuditEvent(tx, ctx.now(), { kind: 'tentLinkChanged', ...event })
      })
      return link
    },
  }
}
