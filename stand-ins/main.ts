import { demoSeason } from '../src/server/tents/demo-season.ts'
import { startAirtable } from './airtable.ts'
import { startCampus } from './campus.ts'
import { fillAirtable } from './roster.ts'
import { startMailServer } from './smtp.ts'
import { dukeInSeason, startSportsService } from './sports.ts'

/** The services that the server calls, as `npm run dev` has them: no account, no network. */
const airtable = await startAirtable({ port: 3001 })
fillAirtable(airtable, demoSeason())
airtable.faults.latencyMs = [80, 250]
const sports = await startSportsService(3002)
sports.answers(dukeInSeason)
await startMailServer({ port: 3003, webPort: 3004 })
const people = [
  { sub: 'u-101', netid: 'nb101', given_name: 'Noor', family_name: 'Baker' },
  { sub: 'u-102', netid: 'head1', given_name: 'Harper', family_name: 'Quinn' },
  { sub: 'u-103', given_name: 'Without', family_name: 'A netID' },
]
await startCampus(people, 3005)

const { baseId, tableId, apiKey } = airtable.table
console.log(`A stand-in for Airtable: base ${baseId}, table ${tableId}, key ${apiKey}`)
console.log('A stand-in for the mail server: its mails are at http://127.0.0.1:3004')
const netIDs = people.map(({ netid }) => netid ?? 'somebody without a netID')
console.log(`A stand-in for the campus: its page signs in ${netIDs.join(', ')}`)
