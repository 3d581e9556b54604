import { screens } from '../../shared/screens.ts'
import { listChecksOfTent, listExcluded } from '../check-history/store.ts'
import { missesNow, recordedChecks } from '../check-history/tent-record.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/database.ts'
import type { PutOff } from '../db/due-queue.ts'
import { listDisputes } from '../disputes/store.ts'
import { accountLetter } from '../mail/account-mail.ts'
import type { Letter } from '../mail/letter.ts'
import type { WriteLetter } from '../mail/send.ts'
import type { Notice } from '../mail/store.ts'
import { findRules, findRulesThen } from '../season/store.ts'
import { outcomeOf } from '../tent-check/ledger/check-state.ts'
import { loadChecks } from '../tent-check/ledger/load.ts'
import { listEventsOfTents } from '../tent-check/ledger/store.ts'
import { knownNetIDs } from '../tents/known-net-ids.ts'
import { memberTentsFinder } from '../tents/own-tent.ts'
import { findCurrentIds, listIdsOf, listTentsWithMembers } from '../tents/store.ts'
import { readReminder, reminderOf } from './shift-reminders.ts'
import { findPerson, type Person } from './store.ts'
import { type Ended, unsubscribeToken } from './unsubscribing.ts'
import { reminderLetter, type TentFacts, tentLetter } from './words.ts'

type Reading = Pick<Context, 'config' | 'log' | 'now'>
type Writing = Reading & Pick<Context, 'secretKey'>

/** What a notice says when it is sent. Only people who may see the tent at that moment get it. */
export function letterWriter(ctx: Writing): WriteLetter {
  return async (reader, notice) => {
    if (notice.kind === 'shifts') return shiftLetter(ctx, reader, notice)
    if (!isOfCheck(notice)) {
      return accountLetter(ctx, notice) ?? { refused: 'Its link is out of date.' }
    }
    const told = await readTold(ctx, reader, notice)
    if (told === null) return 'gone'
    if ('dueAt' in told) return told
    const { person, facts } = told
    return {
      ...tentLetter(facts),
      to: person.email,
      link: profileLink(ctx),
      why: 'You get this because your netID is in this tent. You can turn these mails off on your profile.',
      unsubscribe: unsubscribeAddress(ctx, person, 'miss'),
    }
  }
}

/**
 * What the mail of a notice about a check says, one line for each fact, without the link: for a
 * person who tells it by hand. null: it is not about a check, or there is nothing to tell, or not
 * yet.
 */
export async function textByHand(
  ctx: Reading,
  reader: Reader,
  notice: Notice,
): Promise<string | null> {
  const told = isOfCheck(notice) ? await readTold(ctx, reader, notice) : null
  if (told === null || 'dueAt' in told) return null
  const { head, lines } = tentLetter(told.facts)
  return [`${head}.`, ...lines].join('\n')
}

type NoticeOfCheck = Notice & { checkId: string; tentId: string }

function isOfCheck(notice: Notice): notice is NoticeOfCheck {
  return notice.checkId !== null && notice.tentId !== null
}

/**
 * null: the person is not to be told this any more, the outcome has changed since, or the tent is not
 * theirs; put off: the check was reopened as the notice was taken.
 */
async function readTold(
  ctx: Reading,
  reader: Reader,
  notice: NoticeOfCheck,
): Promise<{ person: Person; facts: TentFacts } | PutOff | null> {
  const { config, now } = ctx
  const { checkId, tentId, outcome, round, netID } = notice
  const person = await findPerson(reader, netID)
  if (person === undefined || !person.settings.mail.miss) return null
  const currentId = (await findCurrentIds(reader, [tentId])).get(tentId)
  const theirs = memberTentsFinder(config, await listTentsWithMembers(reader))(person)
  const tent = theirs.find(({ id }) => id === currentId)
  const check = (await loadChecks(ctx, reader, new Set([checkId]))).get(checkId)
  if (tent === undefined || check === undefined || check.isUnreadable) return null
  // Until it ends, the queue hands out no notice of it.
  if (check.ending === null) return { dueAt: now() }
  if (outcomeOf(check, tentId) !== outcome) return null
  const ids = await listIdsOf(reader, tent.id)
  // First: of a check that is over every mark is among the events that are read after it.
  const checks = await listChecksOfTent(reader, ids)
  const events = await listEventsOfTents(reader, ids)
  const netIDs = await knownNetIDs(reader, [events, checks])
  const excluded = await listExcluded(reader, [checkId])
  const record = recordedChecks(checks, events, { as: 'member', netID, netIDs }, now(), excluded)
  const line = record.find((recorded) => recorded.checkId === checkId)
  if (line === undefined) return null
  const disputes = await listDisputes(reader, { checkId })
  const rules = await findRules(reader)
  const facts: TentFacts = {
    tent,
    outcome,
    round,
    isDisputed: disputes.some((dispute) => dispute.tentId === tentId),
    check,
    checkedId: tentId,
    line,
    standing: missesNow(record, rules, now()),
    rules,
    rulesThen: await findRulesThen(reader, check.rules?.rulesVersion),
    now: now(),
  }
  return { person, facts }
}

/** A reminder of a shift, if it is still true, and useful to this person. */
async function shiftLetter(
  ctx: Writing,
  reader: Reader,
  { id, netID }: Notice,
): Promise<Letter | PutOff | 'gone'> {
  const person = await findPerson(reader, netID)
  if (person === undefined || person.email === '') return 'gone'
  if (person.settings.mail.shifts === false) return 'gone'
  const occasion = await readReminder(reader, ctx.config, reminderOf(id), ctx.now())
  if (occasion === null) return 'gone'
  if ('dueAt' in occasion) return occasion
  if (!occasion.isFor(person)) return 'gone'
  return {
    ...reminderLetter(occasion.text),
    to: person.email,
    link: profileLink(ctx),
    unsubscribe: unsubscribeAddress(ctx, person, 'shifts'),
  }
}

function profileLink({ config }: Writing): Letter['link'] {
  return { label: 'See it on your profile', url: `${config.publicUrl}${screens.profile.path}` }
}

function unsubscribeAddress(ctx: Writing, { netID, email }: Person, kind: Ended['kind']): string {
  const token = unsubscribeToken(ctx, { netID, kind, email })
  return `${ctx.config.publicUrl}/api/notices/unsubscribe/${token}`
}
