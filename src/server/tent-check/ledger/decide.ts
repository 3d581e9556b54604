import { can } from '../../../shared/access.ts'
import { type RefusalCode, refusals } from '../../../shared/refusals.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Author, Command, Decision } from './command.ts'
import { combined, type Effects, noEffects } from './effects.ts'
import type { CheckEvent } from './events.ts'
import { advanced, type LedgerState, monitorName } from './state.ts'

/** Nothing is written, and this is the answer. */
export function answered<Answer>(value: Answer): Decision<Answer> {
  return { events: [], effects: noEffects, answer: { value } }
}

type RefusalDetails = { text?: string; facts?: object; effects?: Effects }

/** Refused; nothing is written but these effects. `facts` go out beside the text. */
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

/** What every event says: of which check, which number, when and by whom, and as the client has it. */
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

/** What becomes of one command, by the role that its person has in this state. */
function decide(state: LedgerState, { rules, args, by }: Command, now: Date): Decision<unknown> {
  if (by === null) return rules.decide(state, args, { netID: null, name: '' }, now)
  const { user, tokenHash } = by
  const holds = tokenHash === null || state.sessions.get(tokenHash) === user.netID
  const person = state.people.get(user.netID)
  if (!holds || person === undefined) return refused('notSignedIn')
  if (!can(person, rules.access)) {
    return refused(rules.access === 'superUser' ? 'needsSuperUser' : 'needsLineMonitor')
  }
  const author: Author = { netID: person.netID, name: monitorName(person) }
  return rules.decide(state, args, author, now)
}

/** Commands that go together, each decided by the state after those before it. */
export type Plan = {
  /** After all of them. */
  state: LedgerState
  decisions: Decision<unknown>[]
  events: readonly CheckEvent[]
  effects: Effects
}

export function decideAll(state: LedgerState, commands: readonly Command[], now: Date): Plan {
  let after = state
  const decisions = commands.map((command) => {
    const decision = decide(after, command, now)
    after = advanced(after, decision.events, decision.effects)
    return decision
  })
  return {
    state: after,
    decisions,
    events: decisions.flatMap(({ events }) => events),
    effects: combined(decisions.map(({ effects }) => effects)),
  }
}

/** Does it write anything? What only answers is compared with nothing. */
export function writes({
  events,
  effects,
}: Pick<Decision<unknown>, 'events' | 'effects'>): boolean {
  return events.length > 0 || effects.audit.length > 0 || effects.disputes.length > 0
}
