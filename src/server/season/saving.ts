import type { SeasonRules } from '../../shared/season/contract.ts'
import { seasonProblems } from '../../shared/season/problems.ts'
import { rulesAYearLater } from '../../shared/season/rules.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { isTaken, type Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { findRules, insertRules } from './store.ts'

/**
 * Saves the next version. Refused: invalid rules, and those made from a version that is not the
 * newest any more.
 */
export async function saveRules(
  tx: Tx,
  asked: SeasonRules,
  netID: string,
  now: Date,
): Promise<void> {
  const [problem] = seasonProblems(asked)
  if (problem !== undefined) {
    throw new Refusal('seasonInvalid', { text: `${problem.field} ${problem.text}.` })
  }
  const rules = { ...asked, version: asked.version + 1 }
  const { version } = await findRules(tx)
  if (version !== asked.version) throw new Refusal('seasonChanged')
  await insertRules(tx, rules, netID, now).catch((error) => {
    throw isTaken(error) ? new Refusal('seasonChanged') : error
  })
  const event = { netID, version: rules.version, name: rules.name }
  await insertAuditEvent(tx, now, { kind: 'seasonSaved', ...event })
}

/** Saves the newest rules with all times moved to the next season. */
export async function saveRulesAYearLater(tx: Tx, netID: string, now: Date): Promise<void> {
  await saveRules(tx, rulesAYearLater(await findRules(tx)), netID, now)
}
