import { easternTime } from '../../../../shared/eastern-time.ts'
import { texts } from '../../../../shared/messages.ts'
import type { MarkBody, MarkFacts, Outcome } from '../../../../shared/tent-check/contract.ts'
import { membersOf } from '../../../../shared/tents/members.ts'
import type { Author, CommandRules, Decision } from '../command.ts'
import { answered, refused } from '../decide.ts'
import { type Effects, noEffects } from '../effects.ts'
import type { CheckEvent, CheckState, EventOf, TentResults, TentRow } from '../events.ts'
import { currentTentId, type LedgerState, runningCheck, tentIdIn } from '../state.ts'

/** One mark as it was sent; its ids of checks and requests in lower case, as the database has them. */
type Mark = { outcome: Outcome; body: MarkBody }

/**
 * Marks a tent, once in a check. Said before: how it is marked. Sent again with its markId: the
 * first answer. Meant for a check that is over: refused, but kept there.
 */
export const mark: CommandRules<Mark, MarkFacts> = {
  access: 'lineMonitor',
  isDecidedFresh: false,
  needs: ({ body }, check) => ({
    tents: [body.id],
    checks: isLate(check, body.checkId) ? [body.checkId] : [],
    requests: body.markId === undefined ? [] : [body.markId],
  }),
  decide(state, { outcome, body }, by, now) {
    const earlier = body.markId === undefined ? undefined : state.requests.get(body.markId)
    if (earlier !== undefined) return firstAnswer(state, earlier, { outcome, body }, by)

    const check = runningCheck(state)
    if (check?.isUnreadable === true) return refused('checkUnreadable')
    if (body.checkId !== undefined && body.checkId !== check?.id) {
      return lateMark(state, body.checkId, { outcome, body }, by, now)
    }
    if (check === null) return refused('noCheck')
    const tentId = tentIdIn(check, state, body.id)
    const tent = tentId === null ? undefined : state.tents.get(tentId)
    if (tent === undefined) return refused('tentNotInCheck')
    const standing = check.marks.get(tent.id)?.mark
    if (standing === undefined) return counted(check, tent, { outcome, body }, by, now)
    if (standing.outcome === outcome) return answered(standing)
    const effects = contradiction(tent, standing, { outcome, body }, by)
    return refused('markedOtherwise', { facts: { mark: standing }, effects })
  },
}

/** Is it meant for a check that is over? */
function isLate(check: CheckState | null, checkId: string | undefined): checkId is string {
  return checkId !== undefined && !(checkId === check?.id && check.ending === null)
}

/** A mark that counts: the next event of the check, and what becomes of the tent. */
function counted(
  check: CheckState,
  tent: TentRow,
  { outcome, body }: Mark,
  by: Author,
  now: Date,
): Decision<MarkFacts> {
  const at = easternTime(now)
  const isMiss = outcome === 'miss'
  const present = membersPresent(body.lastCheck ?? '', tent.members, check.excluded)
  const { numberOfMisses, lastMissLM, dateOfLastMiss, lastCheck, dateOfLastCheck } = tent
  const [was, becomes]: Partial<TentResults>[] = isMiss
    ? [
        { numberOfMisses, lastMissLM, dateOfLastMiss },
        { numberOfMisses: numberOfMisses + 1, lastMissLM: by.name, dateOfLastMiss: at },
      ]
    : [
        { lastCheck, dateOfLastCheck },
        { lastCheck: present.join(', ') || texts.noMembersSelected, dateOfLastCheck: at },
      ]
  const facts = {
    id: tent.id,
    outcome,
    by: by.name,
    at,
    numberOfMisses: becomes?.numberOfMisses ?? numberOfMisses,
  }
  const number = check.number + 1
  const event: EventOf<'marked'> = {
    ...headOf(check.id, number, body, by, now),
    kind: 'marked',
    mark: facts,
    ...(becomes?.lastCheck === undefined ? {} : { lastCheck: becomes.lastCheck }),
    ...(was === undefined ? {} : { was }),
  }
  const seen = { numberOfMisses, ...was, ...(isMiss ? {} : { members: tent.members }) }
  const effects: Effects = {
    ...noEffects,
    tents: [{ id: tent.id, was: seen, becomes: becomes ?? {} }],
    results: [{ checkId: check.id, number, tentId: tent.id }],
  }
  return { events: [event], effects, answer: { value: facts } }
}

/** Kept where it was meant, by that check's own roster; one that never was is refused plainly. */
function lateMark(
  state: LedgerState,
  checkId: string,
  { outcome, body }: Mark,
  by: Author,
  now: Date,
): Decision<MarkFacts> {
  const check = state.pastChecks.get(checkId)
  if (check === undefined || check.isUnreadable) return refused('noCheck')
  const tentId = tentIdIn(check, state, body.id)
  const tent = tentId === null ? undefined : state.tents.get(tentId)
  if (tent === undefined) return refused('tentNotInCheck')
  const isKept = ({ netID, mark }: CheckState['lateMarks'][number]) =>
    netID === by.netID && mark.id === tent.id && mark.outcome === outcome
  if (body.markId === undefined && check.lateMarks.some(isKept)) return refused('otherCheck')

  // Of a season that is closed, no name comes back in.
  const roster = check.tents.find(({ id }) => id === tent.id)?.members
  const lastCheck =
    roster === undefined || body.lastCheck === undefined
      ? undefined
      : membersPresent(body.lastCheck, roster, check.excluded).join(', ')
  const { numberOfMisses } = tent
  const event: EventOf<'lateMark'> = {
    ...headOf(check.id, check.number + 1, body, by, now),
    kind: 'lateMark',
    mark: { id: tent.id, outcome, by: by.name, at: easternTime(now), numberOfMisses },
    ...(lastCheck === undefined ? {} : { lastCheck }),
  }
  // Closing the season meanwhile would change the members.
  const tents = [{ id: tent.id, was: { members: tent.members }, becomes: {} }]
  return { ...refused('otherCheck', { effects: { ...noEffects, tents } }), events: [event] }
}

function headOf(checkId: string, number: number, body: MarkBody, by: Author, now: Date) {
  return {
    checkId,
    number,
    at: now.toISOString(),
    by: by.name,
    netID: by.netID,
    ...(body.markId === undefined ? {} : { requestId: body.markId }),
    ...(body.deviceTime === undefined ? {} : { deviceTime: body.deviceTime }),
  }
}

/** What a mark with this markId was answered when it was taken. */
function firstAnswer(
  state: LedgerState,
  [earlier]: readonly CheckEvent[],
  { outcome, body }: Mark,
  by: Author,
): Decision<MarkFacts> {
  if (earlier?.kind !== 'marked' && earlier?.kind !== 'lateMark') return refused('markIdReused')
  const { mark, netID } = earlier
  const isSameTent =
    mark.id === body.id || currentTentId(state, mark.id) === currentTentId(state, body.id)
  if (netID !== by.netID || !isSameTent || mark.outcome !== outcome) return refused('markIdReused')
  return earlier.kind === 'lateMark' ? refused('otherCheck') : answered(mark)
}

/** Two marks of one tent that say the opposite: those who lead see both. */
function contradiction(
  tent: TentRow,
  standing: MarkFacts,
  { outcome, body }: Mark,
  by: Author,
): Effects {
  const label = `${tent.order} ${tent.name}`.trim()
  const event = {
    kind: 'markRefused',
    netID: by.netID,
    tent: label,
    outcome,
    mark: standing,
  } as const
  return { ...noEffects, audit: [{ event, requestId: body.markId ?? null }] }
}

/**
 * The members a Make stores, of those chosen: who belongs to the tent and is not excluded, in the
 * roster's order, as often as chosen (two of one tent may share a name).
 */
export function membersPresent(
  chosen: string,
  roster: string,
  excluded: readonly string[],
): string[] {
  const left = new Map<string, number>()
  for (const name of membersOf({ members: chosen })) left.set(name, (left.get(name) ?? 0) + 1)
  return membersOf({ members: roster }).filter((name) => {
    const count = left.get(name) ?? 0
    left.set(name, count - 1)
    return count > 0 && !excluded.includes(name)
  })
}
