import type { User } from '../../shared/accounts/contract.ts'
import { easternTime } from '../../shared/eastern-time.ts'
import { texts } from '../../shared/messages.ts'
import type { MarkBody, MarkFacts, Outcome } from '../../shared/tent-check/contract.ts'
import { type CheckState, membersPresent } from '../../shared/tent-check/rules.ts'
import { membersOf } from '../../shared/tents/members.ts'
import type { Context } from '../context.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Session } from '../http/session.ts'
import type { MarkedTent, Marker, NewMark } from './store.ts'

/** One mark as it was sent, and by whose session. */
export type Asked = { session: NonNullable<Session>; outcome: Outcome; body: MarkBody }

/** What is to be answered once the transaction is committed: a late mark is kept and refused. */
export type Answer = { mark: MarkFacts } | { refusal: Refusal }

/** The first name that the ledger keeps. Specification 9. */
export function monitorName(user: Pick<User, 'firstName'>): string {
  return user.firstName || texts.unknownMonitor
}

export type Marking = { user: Marker; outcome: Outcome; body: MarkBody }

export function detailsOf({ user, body }: Marking) {
  return {
    netID: user.netID,
    ...(body.deviceTime === undefined ? {} : { deviceTime: body.deviceTime }),
    ...(body.markId === undefined ? {} : { markId: body.markId.toLowerCase() }),
  }
}

/** A mark that counts, as the next event of the check. */
export function newMark(
  ctx: Context,
  { state, tent, ...marking }: Marking & { state: CheckState; tent: MarkedTent },
): NewMark {
  const { user, outcome, body } = marking
  const now = ctx.now()
  const by = monitorName(user)
  const at = easternTime(now)
  const isMiss = outcome === 'miss'
  const present = membersPresent(
    membersOf({ members: body.lastCheck ?? '' }),
    membersOf(tent),
    state.excluded,
  )
  const lastCheck = isMiss ? '' : present.join(', ') || texts.noMembersSelected
  const numberOfMisses = tent.numberOfMisses + (isMiss ? 1 : 0)
  return {
    event: {
      checkId: state.id,
      number: state.number + 1,
      kind: 'marked',
      at: now.toISOString(),
      by,
      mark: { id: tent.id, outcome, by, at, numberOfMisses },
    },
    details: { ...detailsOf(marking), note: isMiss ? {} : { lastCheck } },
    lastCheck,
  }
}
