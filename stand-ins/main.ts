import { demoSeason } from '../src/server/tents/demo-season.ts'
import { startAirtable } from './airtable.ts'
import { fillAirtable } from './roster.ts'
import { dukeInSeason, startSportsService } from './sports.ts'

/** The services that the server calls, as `npm run dev` has them: no account, no network. */
const airtable = await startAirtable({ port: 3001 })
fillAirtable(airtable, demoSeason())
airtable.faults.latencyMs = [80, 250]
const sports = await startSportsService(3002)
sports.answers(dukeInSeason)

const { baseId, tableId, apiKey } = airtable.table
console.log(`A stand-in for Airtable: base ${baseId}, table ${tableId}, key ${apiKey}`)
