import { expect, it, onTestFinished, vi } from 'vitest'
import { freshDatabase } from '../../tests/support/fresh-database.ts'
import { refusals } from '../shared/refusals.ts'
import { readConfig } from './config.ts'
import { systemContext } from './context.ts'
import { serve } from './serve.ts'
import { updateAirtable } from './settings/airtable-config.ts'

const nobody = 'http://127.0.0.1:9'

it.each([
  ['5e', []],
  ['d0', [refusals.airtableKeyUnreadable[1]]],
])(
  'a start with a SECRET_KEY of %s says whether it cannot read the API key of Airtable',
  async (digits, said) => {
    const db = await freshDatabase()
    const given = { ...systemContext, secretKey: '5e'.repeat(32) }
    const airtable = { baseId: 'appOne', tableId: 'tblOne', apiKey: 'patOne' }
    await db.transaction((tx) => updateAirtable(tx, given, airtable))
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    const config = readConfig({
      PORT: '0',
      LOG_LEVEL: 'silent',
      SECRET_KEY: digits.repeat(32),
      DATABASE_URL: 'postgres://handed-over',
      AIRTABLE_API_URL: nobody,
      SPORTS_API_URL: nobody,
    })
    const server = await serve(config, db, 'no pages')
    await server.stop()
    await db.close()
    expect(errors.mock.calls.flat()).toEqual(said)
  },
)
