import { easternTime } from '../../../shared/eastern-time.ts'
import { texts } from '../../../shared/messages.ts'
import type {
  ActiveTent,
  MarkBody,
  MarkFacts,
  Outcome,
} from '../../../shared/tent-check/contract.ts'
import { presentAtMost } from '../../../shared/tent-check/limits.ts'
import type { Member } from '../../../shared/tents/members.ts'
import { CallError } from '../../api/call.ts'

/** The time in which a second tap takes a mark back. Specification 9. */
export const fadeMs = 500

export const outcomeNames = { miss: 'Miss', make: 'Make' } as const satisfies Record<
  Outcome,
  string
>

/** A mark from its tap until the server has it, or its monitor has read why it was refused. */
export type Mark = {
  markId: string
  /** What the tent is called on the page. */
  tentLabel: string
  outcome: Outcome
  /** Milliseconds since 1970, by this phone's clock. */
  tappedAt: number
  /** As it is sent. */
  body: MarkBody
  /** It was sent, or begun to be: the server may have it. */
  isTried: boolean
  /** null: still on its way. */
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

/** The mark that a tap means. Specification 7, tent-checks/update. */
export function markOf(tap: Tap): Mark {
  const { tent, checkId, monitor, markId, now, outcome } = tap
  const at = easternTime(now)
  const said =
    tap.outcome === 'miss'
      ? {
          misses: Math.min(1000, (tent.numberOfMisses ?? 0) + 1),
          lastMissLM: monitor.firstName || texts.unknownMonitor,
          dateOfLastMiss: at,
        }
      : { ...whoIsPresent(tap.present), dateOfLastCheck: at }
  return {
    markId,
    tentLabel: labelOf(tent),
    outcome,
    tappedAt: now.getTime(),
    body: { id: tent.id, ...said, markId, checkId, deviceTime: now.toISOString() },
    isTried: false,
    refusal: null,
  }
}

/** By name, and by their ids where each is known. */
function whoIsPresent(members: readonly Member[]): Pick<MarkBody, 'lastCheck' | 'present'> {
  const names = members.map(({ name }) => name)
  const ids = members.flatMap(({ id }) => id ?? [])
  const areKnown = ids.length === members.length && ids.length <= presentAtMost
  return {
    lastCheck: names.join(', ') || texts.noMembersSelected,
    ...(areKnown ? { present: ids } : {}),
  }
}

/** What a monitor calls a tent: its order, and its name. */
export function labelOf(tent: Pick<ActiveTent, 'order' | 'name'>): string {
  return [tent.order, tent.name].filter(Boolean).join(' · ')
}

/**
 * What becomes of a mark that was not taken: `again` as soon as the network or the server is back,
 * `atSignIn` when its monitor is signed in again, else it is refused for good.
 */
export function afterFailure(error: unknown): 'again' | 'atSignIn' | Refusal {
  if (!(error instanceof CallError)) return 'again'
  if (error.status === 401) return 'atSignIn'
  const isPassing = error.status >= 500 || error.status === 429 || error.status === 408
  // Without our own code it was not our server that answered: a portal, a proxy.
  if (isPassing || error.code === '') return 'again'
  return { text: error.message || texts.tryAgain, code: error.code, mark: factsIn(error.answer) }
}

function factsIn(answer: unknown): MarkFacts | null {
  if (typeof answer !== 'object' || answer === null) return null
  const mark: unknown = Reflect.get(answer, 'mark')
  return typeof mark === 'object' && mark !== null ? (mark as MarkFacts) : null
}

/** A mark as it was written down; null: nothing that could be read. */
export function readMark(text: string): Mark | null {
  try {
    const mark = JSON.parse(text) as Mark
    const isMark = typeof mark.markId === 'string' && typeof mark.body?.id === 'string'
    // What an older page wrote down does not say whether it was sent.
    return isMark ? { ...mark, isTried: mark.isTried ?? true } : null
  } catch {
    return null
  }
}
