import { AsyncResource } from 'node:async_hooks'
import type { StandingOutcome } from '../../shared/check-history/contract.ts'
import type { Context } from '../context.ts'
import { together } from '../db/batch.ts'
import type { Tx } from '../db/database.ts'
import { listDisputes } from '../disputes/store.ts'
import { newMessageID } from '../mail/account-mail.ts'
import { insertNotices, type NewNotice, type Notice, removeNotices } from '../mail/store.ts'
import { findRulesThen } from '../season/store.ts'
import { type CheckState, fold, outcomeOf } from '../tent-check/ledger/check-state.ts'
import { type CheckEvent, kindsWithNotices } from '../tent-check/ledger/events.ts'
import { listEvents } from '../tent-check/ledger/store.ts'
import { memberTentsFinder, netIDsOfMembers } from '../tents/own-tent.ts'
import { findCurrentIds, listTentsWithMembers } from '../tents/store.ts'
import { dueOf, planOf } from './plan.ts'
import { pushBegun, pushGrace, pushOutcomes } from './pushes.ts'
import { listNoticesOfCheck, listPeople, updateDue, updateNotLate } from './store.ts'
import {
  holdChecksAndTents,
  listChecksDue,
  listChecksWithNews,
  lockToldCheck,
  updateToldCheck,
} from './told-checks/store.ts'
import { aboutText } from './words.ts'

type Planning = Pick<Context, 'config' | 'db' | 'log' | 'newId' | 'now'>

/** Updates the planned notices from the ledger. Any server may do this at any time, repeatedly. */
export type Planner = {
  /** To be called with the events that this server wrote. */
  onEvents: (events: readonly CheckEvent[]) => void
  /** Plans everything that happened and is not planned yet; resolves when it is done. */
  planNews: () => Promise<void>
  /** Plans the notices whose delay after a check is over. */
  planDue: () => Promise<void>
  /** Plans no more; resolves when nothing is under way. The next start plans what is left. */
  close: () => Promise<void>
}

export function openPlanner(ctx: Planning): Planner {
  async function planEach(ids: readonly string[]): Promise<void> {
    for (const id of ids) await ctx.db.transaction((tx) => planCheck(ctx, tx, id))
  }
  const planNews = together(async () => planEach(await ctx.db.read(listChecksWithNews)))
  let isClosed = false
  let underWay = Promise.resolve()
  return {
    // May be called inside a transaction; planning is a later one of its own.
    onEvents: AsyncResource.bind((events: readonly CheckEvent[]) => {
      if (isClosed || !events.some(({ kind }) => kindsWithNotices.includes(kind))) return
      underWay = planNews().catch((error) =>
        ctx.log.error({ err: error }, 'notices could not be planned'),
      )
    }),
    planNews,
    async planDue() {
      const { noticeDelayMs } = ctx.config
      const due = await ctx.db.read((reader) => listChecksDue(reader, ctx.now(), noticeDelayMs))
      await planEach(due)
    },
    close() {
      isClosed = true
      return underWay
    },
  }
}

/** Plans one check's notices by its current outcomes. During a check nobody is told. */
async function planCheck(ctx: Planning, tx: Tx, checkId: string): Promise<void> {
  const now = ctx.now()
  await holdChecksAndTents(tx)
  const before = await lockToldCheck(tx, checkId)
  const events = await listEvents(tx, checkId, 1)
  const number = events.at(-1)?.number ?? 0
  const check = folded(events)
  if (check === null) return updateToldCheck(tx, checkId, { ...before, number })
  // Its tents may be on the roster of the next season now, with other people.
  if (check.isSeasonClosed) return updateToldCheck(tx, checkId, { ...before, number, dueAt: null })
  const since = events.filter((event) => event.number > before.number).map(({ kind }) => kind)
  const endsAnew = since.includes('ended') || since.includes('cancelled')
  if (check.ending === null || endsAnew) await updateNotLate(tx, checkId)
  const notices = await listNoticesOfCheck(tx, checkId)
  if (check.ending === null) {
    if (before.number === 0) await pushBegun(ctx, tx, check)
    const unsent = notices.flatMap((notice) => (reachedThem(notice) ? [] : notice.id))
    await removeNotices(tx, unsent)
    return updateToldCheck(tx, checkId, { ...before, number, dueAt: null })
  }
  const { told } = before
  const standing = new Map(check.tents.map(({ id }) => [id, outcomeOf(check, id)]))
  const isNews = ([id, outcome]: [string, StandingOutcome]) =>
    told === null || (told[id] ?? 'none') !== outcome
  /** The tents whose outcome differs from what people were told. */
  const changed = new Map([...standing].filter(isNews))
  const { ending } = check
  const delayMs = ctx.config.noticeDelayMs
  const { at, dueAt, isDue, wasTold } = dueOf({ before, ending, endsAnew, now, delayMs })
  const news = wasTold ? changed : standing
  await planNotices(ctx, tx, { check, notices, news, at, dueAt })
  if (since.includes('ended')) await pushGrace(ctx, tx, check)
  if (isDue) await pushOutcomes(ctx, tx, check, changed, told !== null)
  const toldNow = isDue ? Object.fromEntries(standing) : told
  await updateToldCheck(tx, checkId, { number, told: toldNow, dueAt: isDue ? null : dueAt })
}

/** null: the ledger cannot be folded, so nobody is told. Not logged: it is asked twice a second. */
function folded(events: readonly CheckEvent[]): CheckState | null {
  try {
    return events.reduce<CheckState | null>(fold, null)
  } catch {
    return null
  }
}

/** Was the person told, or may they have been? */
function reachedThem({ state, underWay, lostAnswers }: Notice): boolean {
  return state === 'sent' || state === 'done' || underWay || lostAnswers > 0
}

type Whole = {
  check: CheckState
  notices: readonly Notice[]
  news: ReadonlyMap<string, StandingOutcome>
  at: Date
  dueAt: Date
}

/**
 * Updates the notices of a check that is over to its tents' outcomes. `news`: the tents of which
 * there is something to tell; of others nothing is added, whoever joined them since.
 */
async function planNotices(ctx: Planning, tx: Tx, whole: Whole): Promise<void> {
  const { check, notices, news, at, dueAt } = whole
  const withNotices = notices.flatMap(({ tentId }) => tentId ?? [])
  const missed = [...news].flatMap(([id, outcome]) => (outcome === 'miss' ? [id] : []))
  const tentIds = [...new Set([...withNotices, ...missed])]
  if (tentIds.length === 0) return
  const rules = await findRulesThen(tx, check.rules?.rulesVersion)
  const disputes = await listDisputes(tx, { checkId: check.id })
  const people = await readPeople(ctx, tx, tentIds)
  const toldAt = new Date(Math.max(dueAt.getTime(), ctx.now().getTime()))
  const added: NewNotice[] = []
  for (const tentId of tentIds) {
    const ofTent = notices.filter((notice) => notice.tentId === tentId)
    const { tent, netIDs } = people.get(tentId) ?? { tent: null, netIDs: new Set<string>() }
    const known = ofTent.map((notice) => ({
      id: notice.id,
      netID: notice.netID,
      outcome: notice.outcome ?? 'none',
      isTold: reachedThem(notice),
    }))
    const isDisputed = disputes.some((dispute) => dispute.tentId === tentId)
    const { remove, add } = planOf(known, outcomeOf(check, tentId), netIDs)
    await removeNotices(tx, remove)
    if (tent === null || !news.has(tentId)) continue
    for (const { netID, outcome, round } of add) {
      added.push({
        id: ctx.newId(),
        kind: outcome === 'miss' ? 'miss' : 'correction',
        netID,
        about: aboutText(tent, { outcome, round, isDisputed }, check, rules, toldAt),
        checkId: check.id,
        tentId,
        outcome,
        round,
        at,
        dueAt,
        messageID: newMessageID(ctx),
      })
    }
  }
  await insertNotices(tx, added)
  await updateDue(tx, check.id, { at, dueAt })
}

/** The tents as they are now, by their ids in the check, with the people to be told by mail. */
async function readPeople({ config }: Planning, tx: Tx, tentIds: string[]) {
  const tents = await listTentsWithMembers(tx)
  const currentIds = await findCurrentIds(tx, tentIds)
  const tentsOf = memberTentsFinder(config, tents)
  const current = tentIds.flatMap((tentId) => {
    const tent = tents.find(({ id }) => id === currentIds.get(tentId))
    return tent === undefined ? [] : [{ tentId, tent }]
  })
  const named = current.flatMap(({ tent }) => netIDsOfMembers(config, tent))
  const willing = (await listPeople(tx, named)).filter(({ settings }) => settings.mail.miss)
  return new Map(
    current.map(({ tentId, tent }) => {
      const ofTent = willing.filter((person) => tentsOf(person).includes(tent))
      return [tentId, { tent, netIDs: new Set(ofTent.map(({ netID }) => netID)) }]
    }),
  )
}
