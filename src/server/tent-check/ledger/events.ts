import type { Clock } from '../../../shared/season/contract.ts'
import type { MarkFacts, Outcome, StoredMark } from '../../../shared/tent-check/contract.ts'
import type { WholeTent } from '../../../shared/tents/contract.ts'

/** A tent of a check: its checker page (from 0) and its members at the start, comma-separated. */
export type CheckedTent = {
  id: string
  groupIndex: number
  /** Absent once the season is closed, and in ledgers older than this field. */
  members?: string
  /** How many members it must show; null: no number is known. Absent in older ledgers. */
  required?: number | null
}

/** What a check keeps of the season's rules under which it began. */
export type CheckRules = {
  /** The version of the rules. */
  rulesVersion: number
  /** Of the start; null outside of all periods. */
  period: string | null
  clock: Clock
  /** How often absent tents are called, and how long after the last call the check goes on. */
  calls: number
  closingMinutes: number
}

/** What was unusual about a start. */
export type Circumstances = { inGrace?: true; offSeason?: true; noChecks?: true }

/** A row of `tents`, retired ones and those that became another included. */
export type TentRow = WholeTent & {
  numberOfMisses: number
  retiredAt: Date | null
  /** The id by which the tent is known now; null: its own. */
  became: string | null
}

/** What a tent keeps of its last Miss and its last Make. */
export type TentResults = {
  numberOfMisses: number
  lastMissLM: string
  dateOfLastMiss: string
  lastCheck: string
  dateOfLastCheck: string
}

/** What a mark keeps beside how the tent was marked. */
export type MarkDetails = {
  mark: StoredMark
  /** Of a Make: what the tent's field says of who was there. */
  lastCheck?: string
  /** The members counted. Absent with a Miss, and in older ledgers. */
  present?: string[]
  /** Their ids, where members were named by these. */
  presentIds?: string[]
  /** What the monitor wrote to it. */
  note?: string
  /** How many members the tent had to show. Absent in older ledgers. */
  required?: number | null
}

/** How a tent stands in a check: by its mark, or by a correction of it. */
export type StandingOutcome = Outcome | 'none'

/**
 * What happened in a check. `number` grows by one within the check, from 1; `at` is the server's
 * clock in ISO 8601; `by` is the first name of whoever did it, `netID` null where the server did;
 * `requestId` is the client's own id of the command, `deviceTime` the client's clock.
 */
export type CheckEvent = {
  checkId: string
  number: number
  at: string
  by: string
  netID: string | null
  requestId?: string
  deviceTime?: string
} & (
  | ({
      kind: 'started'
      tents: CheckedTent[]
      numCheckers: number
      /** Closing its season took the people out of it. */
      seasonClosed?: true
    } & Partial<CheckRules> &
      Circumstances)
  /**
   * `was`: the fields of the tent that the mark replaced. `misses`: the change of its misses, 1 for
   * a Miss and else 0 where absent; another one only where a correction stood before. `already`: of
   * the first of many that were missed at once, the ids of those that were marked before it.
   */
  | ({
      kind: 'marked'
      was?: Partial<TentResults>
      misses?: number
      already?: string[]
    } & MarkDetails)
  /** Meant for this check, sent when it was over: it counts nowhere. */
  | ({ kind: 'lateMark' } & MarkDetails)
  /** The mark of the event `markNumber` was taken back. */
  | ({ kind: 'undone'; mark: StoredMark; markNumber: number; reason?: string } & Restored)
  /** Of a check that is over: how a tent stands from now on, in place of `from`. */
  | ({
      kind: 'corrected'
      tentId: string
      outcome: StandingOutcome
      from: StandingOutcome
      /** Absent once the season is closed. */
      reason?: string
    } & Restored)
  /** Absent tents were called; `closesAt` null but with the last call. ISO 8601. */
  | { kind: 'called'; call: number; closesAt: string | null }
  /** That call, the latest, was none. */
  | { kind: 'callUndone'; call: number }
  | { kind: 'excluded' | 'included'; names: string[] }
  | { kind: 'ended' | 'cancelled' | 'reopened' }
)

/**
 * What taking back does to a tent: the change of its misses (-1, 0 or 1), and the fields that were
 * the mark's own with what stood there before it. Absent: there was nothing to give back.
 */
export type Restored = { misses: number; restored?: Partial<TentResults> }

/** An event of one kind. */
export type EventOf<Kind extends CheckEvent['kind']> = CheckEvent & { kind: Kind }

/** The tent that an event is about, by its id in the check; null: it is about none. */
export function tentOf(event: CheckEvent): string | null {
  if (event.kind === 'corrected') return event.tentId
  return 'mark' in event ? event.mark.id : null
}

/** How a tent was marked, as line monitors are told. */
export function factsOf({
  number,
  mark,
  present = [],
  required = null,
}: Pick<EventOf<'marked' | 'lateMark'>, 'number' | 'mark' | 'present' | 'required'>): MarkFacts {
  return { ...mark, present, required, number }
}
