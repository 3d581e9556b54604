import type { SeasonRules } from '../../shared/season/contract.ts'
import { seasonProblems } from '../../shared/season/problems.ts'
import { rulesAYearLater } from '../../shared/season/rules.ts'
import { insertAuditEvent } from '../audit/store.ts'
import { errorCode, type Tx, uniqueViolation } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { findRules, insertRules } from './store.ts'

/** The next version of the rules, without fields that are not part of the rules. */
function nextRules({ version, ...given }: SeasonRules): SeasonRules {
  const [problem] = seasonProblems({ version, ...given })
  if (problem !== undefined) {
    throw new Refusal('seasonInvalid', { text: `${problem.field} ${problem.text}.` })
  }
  return {
    version: version + 1,
    name: given.name,
    inSeason: given.inSeason,
    timeZone: given.timeZone,
    periods: given.periods.map(({ name, from, day, night }) => ({ name, from, day, night })),
    ends: given.ends,
    nights: given.nights.map(({ days, from, to }) => ({ days, from, to })),
    tentNumbersWin: given.tentNumbersWin,
    graceMinutes: given.graceMinutes,
    missesAllowed: given.missesAllowed,
    calls: given.calls,
    closingMinutes: given.closingMinutes,
    disputeHours: given.disputeHours,
  }
}

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
  const rules = nextRules(asked)
  const { version } = await findRules(tx)
  if (version !== asked.version) throw new Refusal('seasonChanged')
  await insertRules(tx, rules, netID, now).catch((error) => {
    // If two people save the same version at once, the database refuses one.
    throw errorCode(error) === uniqueViolation ? new Refusal('seasonChanged') : error
  })
  const event = { netID, version: rules.version, name: rules.name }
  await insertAuditEvent(tx, now, { kind: 'seasonSaved', ...event })
}

/** Saves the newest rules with all times moved to the next season. */
export async function saveRulesAYearLater(tx: Tx, netID: string, now: Date): Promise<void> {
  await saveRules(tx, rulesAYearLater(await findRules(tx)), netID, now)
}
