import { capital } from '../../shared/capital.ts'
import { momentText } from '../../shared/date-text.ts'
import { answerStands } from '../../shared/disputes/answer-stands.ts'
import { minuteMs } from '../../shared/durations.ts'
import { withoutInvisible } from '../../shared/invisible.ts'
import { screens } from '../../shared/screens.ts'
import { graceAt } from '../../shared/season/rules.ts'
import { netIDMasker } from '../../shared/tents/net-ids.ts'
import type { Context } from '../context.ts'
import type { Reader } from '../db/database.ts'
import type { PutOff } from '../db/due-queue.ts'
import { findDispute } from '../disputes/store.ts'
import type { ReadOccasion, WordsFor } from '../push/send.ts'
import type { Occasion } from '../push/store.ts'
import { readGracesSince } from '../season/reader.ts'
import { findGrace, findRules, listChecksEndedSince } from '../season/store.ts'
import { type CheckState, outcomeOf } from '../tent-check/ledger/check-state.ts'
import { loadChecks } from '../tent-check/ledger/load.ts'
import { knownNetIDs } from '../tents/known-net-ids.ts'
import { memberTentsFinder } from '../tents/own-tent.ts'
import { findCurrentIds, isCheckInProgress, listTentsWithMembers } from '../tents/store.ts'
import { readReminder } from './shift-reminders.ts'
import { isToBeTold } from './told-checks/store.ts'
import { tentText } from './words.ts'

/** The text of a push when it is sent; null: what happened has been changed since. */
export function occasionReader(ctx: Pick<Context, 'config' | 'log' | 'now'>): ReadOccasion {
  return async (reader, push) => {
    const { timeZone } = await findRules(reader)
    const occasion = push as unknown as Occasion
    const { config, log } = ctx
    const told = await wordsOf(reader, occasion, { now: ctx.now(), timeZone, config, log })
    if (typeof told === 'function') return { wordsFor: told, timeZone }
    return told !== null && 'wordsFor' in told ? { ...told, timeZone } : told
  }
}

type Moment = Pick<Context, 'config' | 'log'> & { now: Date; timeZone: string }

/** Words for a few people alone. */
type WordsAmong = { among: readonly string[]; wordsFor: WordsFor }

async function wordsOf(
  reader: Reader,
  occasion: Occasion,
  moment: Moment,
): Promise<WordsFor | WordsAmong | PutOff | null> {
  switch (occasion.kind) {
    case 'check':
      return checkWords(await findCheck(moment, reader, occasion.about.checkId), moment)
    case 'grace':
      return 'graceId' in occasion.about
        ? declaredWords(reader, occasion.about.graceId, moment)
        : graceWords(reader, occasion.about, moment)
    case 'myTent':
      return tentWords(reader, occasion.about, moment)
    case 'dispute':
      return disputeWords(reader, occasion.about.disputeId, moment)
    case 'shifts':
      return shiftWords(reader, occasion.about, moment)
    case 'needed':
      return () => ({ ...needed[occasion.about.what], url: screens.dashboard.path })
  }
}

const needed = {
  dispute: { title: 'A dispute was filed', body: 'It waits for an answer on the dashboard.' },
  notice: { title: 'A notice needs a hand', body: 'The dashboard lists whom to tell.' },
  result: { title: 'Airtable refuses a result', body: 'The dashboard says which one and why.' },
}

/** null: there is none, or it cannot be read. */
async function findCheck(
  ctx: Pick<Context, 'log'>,
  reader: Reader,
  id: string,
): Promise<CheckState | null> {
  const check = (await loadChecks(ctx, reader, new Set([id]))).get(id)
  return check?.isUnreadable === false ? check : null
}

function checkWords(check: CheckState | null, { timeZone }: Moment): WordsFor | null {
  if (check === null || check.ending !== null) return null
  const body = `It was started ${momentText(check.startedAt, timeZone)}.`
  return () => ({ title: 'A tent check is on', body, url: screens.tentCheck.path })
}

/**
 * About the grace that holds now, if the check is still over and was not ended again since. Put off
 * while the next check is on, because whoever walks off gets a Miss in it; its end is told by itself.
 */
async function graceWords(
  reader: Reader,
  { checkId, endedAt }: { checkId: string; endedAt: string },
  moment: Moment,
): Promise<WordsFor | PutOff | null> {
  const { now, timeZone } = moment
  const check = await findCheck(moment, reader, checkId)
  if (check?.ending?.how !== 'ended' || check.ending.at !== endedAt) return null
  if (await isCheckInProgress(reader)) return { dueAt: new Date(now.getTime() + minuteMs) }
  const [newest] = await listChecksEndedSince(reader, new Date(endedAt))
  if (newest !== undefined && newest.endedAt > new Date(endedAt)) return null
  const grace = graceAt(await readGracesSince(reader, now), now.getTime())
  if (grace === null) return null
  const body = `Grace until ${momentText(grace.until, timeZone)}.`
  return () => ({ title: 'The tent check is over', body, url: screens.profile.path })
}

async function declaredWords(
  reader: Reader,
  id: string,
  { now, timeZone }: Moment,
): Promise<WordsFor | null> {
  const grace = await findGrace(reader, id)
  if (grace === null || grace.isEnded || grace.until <= now) return null
  const from =
    grace.from > now ? `From ${momentText(grace.from.getTime(), timeZone)} until` : 'Until'
  const until = momentText(grace.until.getTime(), timeZone)
  const said = withoutInvisible(grace.reason)
  const reason = netIDMasker('', await knownNetIDs(reader, said))
    .inSentences(said)
    .trim()
  const body = `${from} ${until}${reason === '' ? '.' : `: ${reason}`}`
  return () => ({ title: 'Grace is declared', body, url: screens.profile.path })
}

/**
 * Only for people who belong to the tent now, and only if the outcome has not changed. Put off
 * while the check is on again, and until the delay after its new end is over.
 */
async function tentWords(
  reader: Reader,
  { checkId, outcomes }: { checkId: string; outcomes: Record<string, string> },
  moment: Moment,
): Promise<WordsFor | PutOff | null> {
  const { now, timeZone, config } = moment
  const check = await findCheck(moment, reader, checkId)
  if (check === null) return null
  if (check.ending === null || (await isToBeTold(reader, checkId))) {
    return { dueAt: new Date(now.getTime() + minuteMs) }
  }
  const currentIds = await findCurrentIds(reader, Object.keys(outcomes))
  const standing = new Map(
    Object.entries(outcomes).flatMap(([id, outcome]) =>
      outcomeOf(check, id) === outcome ? [[currentIds.get(id) ?? id, outcome] as const] : [],
    ),
  )
  const tentsOf = memberTentsFinder(config, await listTentsWithMembers(reader))
  const when = momentText(check.startedAt, timeZone)
  return (person) => {
    const told = tentsOf(person).flatMap((tent) => {
      const outcome = standing.get(tent.id)
      if (outcome === undefined) return []
      return `${titles[outcome as keyof typeof titles]}: ${tentText(tent)}`
    })
    if (told.length === 0) return null
    return { title: told.join('; '), body: `The check of ${when}.`, url: screens.profile.path }
  }
}

const titles = { miss: 'Miss', make: 'Make', none: 'No mark now' }

const answerWords = { upheld: 'The Miss stands.', vacated: 'The Miss was taken away.' }

async function disputeWords(reader: Reader, id: string, moment: Moment): Promise<WordsFor | null> {
  const dispute = await findDispute(reader, id)
  if (dispute?.outcome == null) return null
  const check = await findCheck(moment, reader, dispute.checkId)
  const currentIds = await findCurrentIds(reader, [dispute.tentId])
  const tentsOf = memberTentsFinder(moment.config, await listTentsWithMembers(reader))
  const stands = check !== null && answerStands(dispute.outcome, outcomeOf(check, dispute.tentId))
  const body = stands ? answerWords[dispute.outcome] : 'See the answer on your profile.'
  return (person) => {
    const tent = tentsOf(person).find(({ id }) => id === currentIds.get(dispute.tentId))
    if (tent === undefined) return null
    return {
      title: `${capital(tentText(tent))}: your dispute is answered`,
      body,
      url: screens.profile.path,
    }
  }
}

async function shiftWords(
  reader: Reader,
  about: Parameters<typeof readReminder>[2],
  { config, now }: Moment,
): Promise<WordsAmong | PutOff | null> {
  const occasion = await readReminder(reader, config, about, now)
  if (occasion === null || 'dueAt' in occasion) return occasion
  const { among, isFor, title, text } = occasion
  const words = { title, body: text, url: screens.profile.path }
  return { among, wordsFor: (person) => (isFor(person) ? words : null) }
}
