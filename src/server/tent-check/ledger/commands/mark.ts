import { easternTime } from '../../../../shared/eastern-time.ts'
import { texts } from '../../../../shared/messages.ts'
import { refusals } from '../../../../shared/refusals.ts'
import {
  type MarkBody,
  type MarkFacts,
  type Outcome,
  tentCheckApi,
} from '../../../../shared/tent-check/contract.ts'
import { tentLabel } from '../../../../shared/tents/label.ts'
import { sha256 } from '../../../context.ts'
import { type CheckState, isOver, outcomeOf, requiredIn } from '../check-state.ts'
import type { Author, CommandRules, Decision } from '../command.ts'
import { answered, answeredByMarks, headOf, refused } from '../decide.ts'
import { type AnsweredRequest, type Effects, noEffects } from '../effects.ts'
import { type CheckEvent, type EventOf, factsOf, storedOf, type TentRow } from '../events.ts'
import { lateWords, noteOf, presentOf, rosterSeen } from '../present.ts'
import { missesBetween, pairOfOutcome, pairs, resultOfMark } from '../result.ts'
import { isSameTent, type LedgerState, runningCheck, tentIn } from '../state.ts'

/**
 * How many late marks of one person, tent and outcome are kept in a check's ledger: far more than a
 * phone makes while it is offline. A mark without a markId is kept only if there is none yet.
 */
export const lateMarksAtMost = 100

/** How many late marks of one person are kept in all: a Miss and a Make of each of 500 tents. */
export const lateMarksOfOneAtMost = 1000

const uuidDigits = 32

/** A mark as it was sent, with its ids in lower case, as in the database. */
export type Mark = { outcome: Outcome; body: MarkBody }

/**
 * Marks a tent, at most once in a check. If it is already marked the same, the answer is that mark.
 * The same markId again gets the first answer. A mark meant for a check that is over is refused, but
 * kept in that check's ledger.
 */
export const mark: CommandRules<Mark, MarkFacts> = {
  access: tentCheckApi.mark.access,
  isDecidedFresh: false,
  needs: ({ body }, check) => ({
    tents: [body.id],
    checks: isLate(check, body.checkId) ? [body.checkId] : [],
    requests: body.markId === undefined ? [] : [body.markId],
  }),
  decide(state, { outcome, body }, by, now) {
    const check = runningCheck(state)
    const repeated = state.answeredRequests.get(body.markId ?? '')
    if (repeated !== undefined) return sameAnswer(state, repeated, { outcome, body }, by)
    const earlier = body.markId === undefined ? undefined : state.requests.get(body.markId)
    const taken = earlier?.find(({ kind }) => kind !== 'lateMark') ?? earlier?.[0]
    // If the check was reopened since, a mark that came late may count now.
    const mayCountNow =
      taken?.kind === 'lateMark' &&
      taken.checkId === check?.id &&
      isRepeated(state, taken, { outcome, body }, by)
    if (taken !== undefined && !mayCountNow) {
      return firstAnswer(state, taken, { outcome, body }, by)
    }
    if (check?.isUnreadable === true) return refused('checkUnreadable')
    if (body.checkId !== undefined && body.checkId !== check?.id) {
      return lateMark(state, body.checkId, { outcome, body }, by, now)
    }
    if (check === null) return refused('noCheck')
    const found = tentIn(check, state, body.id)
    if (found === null) return refused('tentNotInCheck')
    const standing = check.marks.get(found.checkedId)?.mark
    if (standing === undefined) {
      const { event, effects } = counted(check, found, { outcome, body }, by, now)
      return { events: [event], effects, answer: { value: factsOf(event) } }
    }
    if (standing.outcome === outcome) {
      const request = { requestId: body.markId, netID: by.netID }
      return answeredByMarks(standing, { ...request, checkId: check.id, marks: [standing] })
    }
    const effects = contradiction(check, found.tent, standing, outcome, by)
    return refused('markedOtherwise', { facts: { mark: standing }, effects })
  },
}

/** Is it meant for a check that is over? */
function isLate(check: CheckState | null, checkId: string | undefined): checkId is string {
  return checkId !== undefined && !(checkId === check?.id && check.ending === null)
}

/** A mark that counts: the next event of the check, and its effects on the tent. */
export function counted(
  check: CheckState,
  { checkedId, tent }: { checkedId: string; tent: TentRow },
  { outcome, body }: Mark,
  by: Author,
  now: Date,
): { event: EventOf<'marked'>; effects: Effects } {
  const at = easternTime(now)
  const there = presentOf(body, tent, check)
  const misses = missesBetween(outcomeOf(check, checkedId), outcome)
  const numberOfMisses = Math.max(0, tent.numberOfMisses + misses)
  const isMake = outcome === 'make'
  const wrote = isMake ? there.present.join(', ') || texts.noMembersSelected : by.name
  const [who, when] = pairs[pairOfOutcome[outcome]]
  const was = { [who]: tent[who], [when]: tent[when] }
  const becomes = { [who]: wrote, [when]: at }
  const number = check.number + 1
  const event: EventOf<'marked'> = {
    ...headOf(check.id, number, by, now, idsOf(body)),
    kind: 'marked',
    mark: { id: checkedId, outcome, by: by.name, at, numberOfMisses },
    ...(isMake ? { lastCheck: wrote, ...there } : {}),
    ...noteOf(body),
    required: requiredIn(check, checkedId),
    misses,
    was,
  }
  const seen = {
    numberOfMisses: tent.numberOfMisses,
    became: tent.became,
    ...was,
    ...(isMake ? rosterSeen(body, tent) : {}),
  }
  const effects: Effects = {
    ...noEffects,
    tents: [
      { id: tent.id, was: seen, becomes: misses === 0 ? becomes : { ...becomes, numberOfMisses } },
    ],
    results: [resultOfMark(event, tent.id, misses)],
  }
  return { event, effects }
}

/**
 * A mark that came after the end of its check: refused, but kept in that check's ledger, with the
 * members that the tent had then. A mark for an unknown check is only refused.
 */
function lateMark(
  state: LedgerState,
  checkId: string,
  { outcome, body }: Mark,
  by: Author,
  now: Date,
): Decision<MarkFacts> {
  const check = state.pastChecks.get(checkId)
  if (check === undefined || check.isUnreadable) {
    return refused(runningCheck(state) === null ? 'noCheck' : 'checkUnknown')
  }
  // Another server has begun or reopened it since this one caught up: sent again, the mark counts.
  if (!isOver(check)) return refused('unavailable')
  const found = tentIn(check, state, body.id)
  if (found === null) {
    const [, text] = refusals.notInThatCheck
    return refused('tentNotInCheck', { text })
  }
  const { checkedId, tent } = found
  const own = check.lateMarks.filter(({ netID }) => netID === by.netID)
  const equal = own.filter(({ mark }) => mark.id === checkedId && mark.outcome === outcome)
  const atMost = body.markId === undefined ? 1 : lateMarksAtMost
  if (equal.length >= atMost || own.length >= lateMarksOfOneAtMost) return refused('otherCheck')

  // After the season is closed, no name may come back into the ledger.
  const members = check.tents.find(({ id }) => id === checkedId)?.members
  const details = members === undefined ? {} : lateWords(body, { ...tent, members }, check)
  const { numberOfMisses } = tent
  const event: EventOf<'lateMark'> = {
    ...headOf(check.id, check.number + 1, by, now, idsOf(body)),
    kind: 'lateMark',
    mark: { id: checkedId, outcome, by: by.name, at: easternTime(now), numberOfMisses },
    ...details,
    required: requiredIn(check, checkedId),
  }
  return { ...refused('otherCheck'), events: [event] }
}

function idsOf({ markId, deviceTime }: MarkBody) {
  return { requestId: markId, deviceTime }
}

/** The first answer to a mark with this markId. */
function firstAnswer(
  state: LedgerState,
  earlier: CheckEvent,
  sent: Mark,
  by: Author,
): Decision<MarkFacts> {
  if (earlier.kind !== 'marked' && earlier.kind !== 'lateMark') return refused('markIdReused')
  if (!isRepeated(state, earlier, sent, by)) return refused('markIdReused')
  return earlier.kind === 'lateMark' ? refused('otherCheck') : answered(factsOf(earlier))
}

/** Repeats the answer to a mark that wrote nothing: the equal mark that stood before it. */
function sameAnswer(
  state: LedgerState,
  { marks: [mark], ...request }: AnsweredRequest,
  sent: Mark,
  by: Author,
): Decision<MarkFacts> {
  if (mark === undefined) return refused('markIdReused')
  const isSame = isRepeated(state, { ...request, mark }, sent, by)
  return isSame ? answered(mark) : refused('markIdReused')
}

/** Is it the earlier mark, sent again by whoever sent it, for the same check where it names one? */
function isRepeated(
  state: LedgerState,
  earlier: Pick<CheckEvent, 'netID' | 'checkId'> & { mark: Pick<MarkFacts, 'id' | 'outcome'> },
  { outcome, body }: Mark,
  by: Author,
): boolean {
  return (
    earlier.netID === by.netID &&
    earlier.mark.outcome === outcome &&
    isSameTent(state, earlier.mark.id, body.id) &&
    (body.checkId === undefined || body.checkId === earlier.checkId)
  )
}

/**
 * Records that a person's mark was refused because it contradicts the standing one: super users see
 * both in the audit, once however often it is sent.
 */
function contradiction(
  { id: checkId }: CheckState,
  tent: TentRow,
  standing: MarkFacts,
  outcome: Outcome,
  by: Author,
): Effects {
  const mark = storedOf(standing)
  const about = { checkId, tentId: tent.id, tent: tentLabel(tent) }
  const event = { kind: 'markRefused', netID: by.netID, ...about, outcome, mark } as const
  const of = JSON.stringify([checkId, standing.number, by.netID])
  return { ...noEffects, audit: [{ event, requestId: sha256(of).slice(0, uuidDigits) }] }
}
