import type { SetUp } from '../../shared/operations/contract.ts'
import { instantOf } from '../../shared/season/local-time.ts'
import { isProofDecided } from '../accounts/netid-proof.ts'
import { findLastOver } from '../check-history/store.ts'
import type { Config } from '../config.ts'
import type { Reader } from '../db/database.ts'
import { listNewest } from '../documents/store.ts'
import { findRules } from '../season/store.ts'
import { storedTentLink } from '../settings/tent-link.ts'
import { findWhoIsThere } from './store.ts'

/** Which set-up steps of a season are done. */
export async function readSetUp(config: Config, reader: Reader, now: Date): Promise<SetUp> {
  const { version, ends, timeZone } = await findRules(reader)
  const documents = new Set((await listNewest(reader)).map(({ kind }) => kind))
  const { url } = await storedTentLink.find(reader)
  const { roster, hadTents, monitors } = await findWhoIsThere(reader)
  return {
    address: config.publicUrl !== null,
    proof: await isProofDecided(config, reader),
    roster,
    hadTents,
    rules: version > 0 && instantOf(ends, timeZone) > now.getTime(),
    policy: documents.has('policy'),
    calendar: documents.has('calendar'),
    signUp: url !== '',
    monitors,
    trial: (await findLastOver(reader))?.isSeasonClosed === false,
  }
}
