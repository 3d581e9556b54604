import type { User } from '../../shared/accounts/contract.ts'
import { disputableUntil } from '../../shared/disputes/until.ts'
import { closerWords } from '../../shared/refusals.ts'
import type { Tx } from '../db/database.ts'
import type { ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { pushDispute } from '../push/needed.ts'
import { findRulesThen } from '../season/store.ts'
import { outcomeOf } from '../tent-check/ledger/check-state.ts'
import { loadChecks } from '../tent-check/ledger/load.ts'
import { lockCheck } from '../tent-check/ledger/store.ts'
import { memberTentsFinder } from '../tents/own-tent.ts'
import { findCurrentIds, listTentsWithMembers } from '../tents/store.ts'
import { insertDispute } from './store.ts'

type Filed = { id: string; checkId: string; tentId: string | undefined; user: User; text: string }

/**
 * Files a dispute about a Miss of a tent of this person's in this check; `tentId`: of this one. The
 * Miss must still stand when it is written: no correction comes in between. Refused where there is
 * nothing to dispute, too late, or if each such Miss is disputed already.
 */
export async function writeDispute(
  ctx: Pick<ReadContext, 'config' | 'log' | 'newId' | 'now'>,
  tx: Tx,
  { id, checkId, tentId: meantId, user, text }: Filed,
): Promise<void> {
  await lockCheck(tx, checkId)
  const now = ctx.now()
  const meant = meantId && ((await findCurrentIds(tx, [meantId])).get(meantId) ?? meantId)
  const member = memberTentsFinder(ctx.config, await listTentsWithMembers(tx))(user)
  const theirs = member.filter((tent) => meant === undefined || tent.id === meant)
  if (theirs.length === 0) throw new Refusal('noTentOfYours')
  const check = (await loadChecks(ctx, tx, new Set([checkId]))).get(checkId)
  if (check === undefined) throw new Refusal('unknownCheck')
  if (check.isUnreadable) {
    throw new Refusal('checkUnreadable', { text: closerWords.pastCheckUnreadable })
  }
  const checked = check.tents.map((tent) => tent.id)
  const currentIds = await findCurrentIds(tx, checked)
  const missed = theirs.flatMap((tent) =>
    checked.filter(
      (tentId) => currentIds.get(tentId) === tent.id && outcomeOf(check, tentId) === 'miss',
    ),
  )
  const { ending, isSeasonClosed } = check
  // Closing a season removes all texts about its checks, so no new text may be added after that.
  if (ending === null || isSeasonClosed || missed.length === 0) {
    throw new Refusal('nothingToDispute')
  }
  const rules = await findRulesThen(tx, check.rules?.rulesVersion)
  if (now.getTime() > disputableUntil(ending.at, rules)) throw new Refusal('tooLate')
  const dispute = { id, checkId, filedBy: user.netID, filedAt: now, text }
  for (const tentId of missed) {
    if (await insertDispute(tx, { ...dispute, tentId })) return pushDispute(ctx, tx, id)
  }
  throw new Refusal('disputedAlready')
}
