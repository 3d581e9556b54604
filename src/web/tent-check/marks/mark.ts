import type { User } from '../../../shared/accounts/contract.ts'
import { easternTime } from '../../../shared/eastern-time.ts'
import { texts } from '../../../shared/messages.ts'
import type {
  ActiveTent,
  MarkBody,
  MarkFacts,
  Outcome,
} from '../../../shared/tent-check/contract.ts'
import { missesAtMost, presentAtMost } from '../../../shared/tent-check/limits.ts'
import { tentLabel } from '../../../shared/tents/label.ts'
import type { Member } from '../../../shared/tents/members.ts'
import { CallError, isPassing } from '../../api/call.ts'

/** How long a mark fades before it is sent. Specification 9. */
export const fadeMs = 500

export const outcomeNames = { miss: 'Miss', make: 'Make' } as const satisfies Record<
  Outcome,
  string
>

/** A mark, from its tap until the server has it or its monitor has read why it was refused. */
export type Mark = {
  markId: string
  /** The tent's label on the page. */
  tentLabel: string
  outcome: Outcome
  /** Milliseconds since 1970, by this phone's clock. */
  tappedAt: number
  /** The body to send. */
  body: MarkBody
  /** It may have been sent, so the server may have it. */
  isTried: boolean
  /** null: no answer yet. */
  refusal: Refusal | null
}

export type Refusal = { text: string; code: string; mark: MarkFacts | null }

type Tap = {
  tent: ActiveTent
  checkId: string
  monitor: { firstName: string }
  markId: string
  now: Date
} & ({ outcome: 'miss' } | { outcome: 'make'; present: readonly Member[] })

/** The mark for a tap. Specification 7, tent-checks/update. */
export function markOf(tap: Tap): Mark {
  const { tent, checkId, monitor, markId, now, outcome } = tap
  const at = easternTime(now)
  const said =
    tap.outcome === 'miss'
      ? {
          misses: Math.min(missesAtMost, (tent.numberOfMisses ?? 0) + 1),
          lastMissLM: monitor.firstName || texts.unknownMonitor,
          dateOfLastMiss: at,
        }
      : { ...whoIsPresent(tap.present), dateOfLastCheck: at }
  return {
    markId,
    tentLabel: tentLabel(tent),
    outcome,
    tappedAt: now.getTime(),
    body: { id: tent.id, ...said, markId, checkId, deviceTime: now.toISOString() },
    isTried: false,
    refusal: null,
  }
}

/** By names, and by ids if all are known. */
function whoIsPresent(members: readonly Member[]): Pick<MarkBody, 'lastCheck' | 'present'> {
  const names = members.map(({ name }) => name)
  const ids = members.flatMap(({ id }) => id ?? [])
  const areKnown = ids.length === members.length && ids.length <= presentAtMost
  return {
    lastCheck: names.join(', ') || texts.noMembersSelected,
    ...(areKnown ? { present: ids } : {}),
  }
}

/**
 * Did this person make it? A mark that was stored by an older version of the app has only a first
 * name.
 */
export function isMadeBy(
  user: Pick<User, 'netID' | 'firstName'>,
  { netID, by }: Pick<MarkFacts, 'by'> & Partial<Pick<MarkFacts, 'netID'>>,
): boolean {
  if (netID === undefined) return by === (user.firstName || texts.unknownMonitor)
  return netID === user.netID
}

/**
 * What to do with a mark that was not accepted: `again` when the network or server is back,
 * `atSignIn` when its monitor signs in again; otherwise it is refused for good.
 */
export function afterFailure(error: unknown): 'again' | 'atSignIn' | Refusal {
  if (!(error instanceof CallError)) return 'again'
  if (error.status === 401) return 'atSignIn'
  if (isPassing(error)) return 'again'
  return { text: error.message || texts.tryAgain, code: error.code, mark: factsIn(error.answer) }
}

function factsIn(answer: unknown): MarkFacts | null {
  if (typeof answer !== 'object' || answer === null) return null
  const mark: unknown = Reflect.get(answer, 'mark')
  return typeof mark === 'object' && mark !== null ? (mark as MarkFacts) : null
}

/** Reads a stored mark; null: invalid. */
export function readMark(text: string): Mark | null {
  try {
    const mark = JSON.parse(text) as Mark
    const isMark = typeof mark.markId === 'string' && typeof mark.body?.id === 'string'
    // Marks stored by an older version do not say whether they were sent.
    return isMark ? { ...mark, isTried: mark.isTried ?? true } : null
  } catch {
    return null
  }
}
