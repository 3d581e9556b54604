import { can, missingRole } from '../../../shared/access.ts'
import { texts } from '../../../shared/messages.ts'
import { closerWords, type RefusalCode, refusals } from '../../../shared/refusals.ts'
import { Refusal } from '../../http/refusal.ts'
import { type CheckState, isOver, type OverCheck, type Step } from './check-state.ts'
import type { Author, Command, Decision } from './command.ts'
import { type AnsweredRequest, combined, type Effects, noEffects } from './effects.ts'
import { type CheckEvent, tentOf } from './events.ts'
import { advanced, isSameTent, type LedgerState, runningCheck } from './state.ts'

/** Only an answer; nothing is written. */
export function answered<Answer>(value: Answer): Decision<Answer> {
  return { events: [], effects: noEffects, answer: { value } }
}

/**
 * Only an answer, because the marks stood already. If the client sent an id, the answer is stored,
 * so that the same command sent again gets the same answer.
 */
export function answeredByMarks<Answer>(
  value: Answer,
  { requestId, ...request }: Omit<AnsweredRequest, 'requestId'> & { requestId: string | undefined },
): Decision<Answer> {
  const answers = requestId === undefined ? [] : [{ requestId, ...request }]
  return { events: [], effects: { ...noEffects, answers }, answer: { value } }
}

type RefusalDetails = { text?: string; facts?: object; effects?: Effects }

/**
 * A refusal; only these effects are written. `text`: instead of the text that the code has in
 * `refusals.ts`. `facts` are sent with the text.
 */
export function refused(
  code: RefusalCode,
  { text, facts = {}, effects = noEffects }: RefusalDetails = {},
): Decision<never> {
  const words = text === undefined ? {} : { text }
  const refusal = new Refusal(code, { ...words, facts: { ...facts }, ...retryLater(code) })
  return { events: [], effects, answer: { refusal } }
}

function retryLater(code: RefusalCode): { retryAfterS?: number } {
  return refusals[code][0] === 503 ? { retryAfterS: 2 } : {}
}

/** The check in progress, if it is this one; else the refusal, as of one that cannot be read. */
export function checkThatIsOn(state: LedgerState, checkId: string): CheckState | Decision<never> {
  const check = runningCheck(state)
  if (check?.id !== checkId) return refused('checkOver')
  return check.isUnreadable ? refused('checkUnreadable') : check
}

/** The check of this id, if it is over; else the refusal, as of one that cannot be read. */
export function checkThatIsOver(state: LedgerState, checkId: string): OverCheck | Decision<never> {
  if (runningCheck(state)?.id === checkId) return refused('checkRunning')
  const check = state.pastChecks.get(checkId)
  if (check === undefined) return refused('unknownCheck')
  if (check.isUnreadable) {
    return refused('checkUnreadable', { text: closerWords.pastCheckUnreadable })
  }
  return isOver(check) ? check : refused('checkRunning')
}

/**
 * If a request with this id was handled before: its first answer, or a refusal if that was a
 * different request. null: the id is new. `kinds`: of the events that such a request writes.
 */
export function answeredBefore(
  state: LedgerState,
  requestId: string,
  asked: { kinds: readonly CheckEvent['kind'][]; by: Author; checkId: string; tentId: string },
): Decision<{ number: number }> | null {
  if (state.answeredRequests.has(requestId)) return refused('idReused')
  const [earlier] = state.requests.get(requestId) ?? []
  if (earlier === undefined) return null
  const isSame =
    asked.kinds.includes(earlier.kind) &&
    earlier.checkId === asked.checkId &&
    earlier.netID === asked.by.netID &&
    isSameTent(state, tentOf(earlier) ?? '', asked.tentId)
  return isSame ? answered({ number: earlier.number }) : refused('idReused')
}

/** The fields that every event has. */
export function headOf(
  checkId: string,
  number: number,
  by: Author,
  now: Date,
  {
    requestId,
    deviceTime,
  }: { requestId?: string | undefined; deviceTime?: string | undefined } = {},
) {
  return {
    checkId,
    number,
    at: now.toISOString(),
    by: by.name,
    netID: by.netID,
    ...(requestId === undefined ? {} : { requestId }),
    ...(deviceTime === undefined ? {} : { deviceTime }),
  }
}

/** Decides one command, with the role that its person has in this state. */
function decide(state: LedgerState, { rules, args, by }: Command, now: Date): Decision<unknown> {
  if (by === null) return rules.decide(state, args, { netID: null, name: '' }, now)
  const { user, tokenHash } = by
  const holds = tokenHash === null || state.sessions.get(tokenHash) === user.netID
  const person = state.people.get(user.netID)
  if (!holds || person === undefined) return refused('notSignedIn')
  if (!can(person, rules.access)) return refused(missingRole(rules.access))
  // Specification 9.
  const author: Author = { netID: person.netID, name: person.firstName || texts.unknownMonitor }
  return rules.decide(state, args, author, now)
}

/** Commands that are written together, each decided by the state after those before it. */
export type Plan = {
  /** The state after all of them. */
  state: LedgerState
  decisions: Decision<unknown>[]
  events: readonly CheckEvent[]
  /** The same events, each folded. */
  steps: readonly Step[]
  effects: Effects
}

export function decideAll(state: LedgerState, commands: readonly Command[], now: Date): Plan {
  let after = state
  const steps: Step[] = []
  const decisions = commands.map((command) => {
    const decision = decide(after, command, now)
    const next = advanced(after, decision.events, decision.effects)
    after = next.state
    steps.push(...next.steps)
    return decision
  })
  return {
    state: after,
    decisions,
    events: steps.map(({ event }) => event),
    steps,
    effects: combined(decisions.map(({ effects }) => effects)),
  }
}

/** Does it write anything? Without a write, nothing is compared. */
export function writes({
  events,
  effects,
}: Pick<Decision<unknown>, 'events' | 'effects'>): boolean {
  const { audit, disputes, answers } = effects
  return [events, audit, disputes, answers].some((written) => written.length > 0)
}
