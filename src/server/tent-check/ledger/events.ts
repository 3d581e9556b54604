import type { Clock } from '../../../shared/season/contract.ts'
import type { MarkFacts, Outcome, StoredMark } from '../../../shared/tent-check/contract.ts'
import type { WholeTent } from '../../../shared/tents/contract.ts'

/**
 * A tent of a check, with its checker page (from 0) and its members at the start, comma-separated.
 */
export type CheckedTent = {
  id: string
  groupIndex: number
  /** Missing once the season is closed, and in older ledgers. */
  members?: string
  /** How many members it must show; null: no number is known. Missing in older ledgers. */
  required?: number | null
}

/** The season's rules at the start, as far as a check needs them. */
export type CheckRules = {
  /** The version of the rules. */
  rulesVersion: number
  /** The period at the start; null outside of all periods. */
  period: string | null
  clock: Clock
  /** How often absent tents are called, and how long the check lasts after the last call. */
  calls: number
  closingMinutes: number
}

/** What was unusual about a start. */
export type Circumstances = { inGrace?: true; offSeason?: true; noChecks?: true }

/** A row of `tents`; also of retired tents and of those that became another. */
export type TentRow = WholeTent & {
  numberOfMisses: number
  retiredAt: Date | null
  /** The tent's new id if it became another; null: it did not. */
  became: string | null
}

/** A tent's fields about its last Miss and its last Make. */
export type TentResults = {
  numberOfMisses: number
  lastMissLM: string
  dateOfLastMiss: string
  lastCheck: string
  dateOfLastCheck: string
}

/** What a mark stores besides the outcome. */
export type MarkDetails = {
  mark: StoredMark
  /** For a Make: the text in the tent's field about who was there. */
  lastCheck?: string
  /** The members counted. Missing for a Miss, and in older ledgers. */
  present?: string[]
  /** Their ids, if the members were named by id. */
  presentIds?: string[]
  /** The monitor's note. */
  note?: string
  /** How many members the tent had to show. Missing in older ledgers. */
  required?: number | null
}

/** A tent's outcome in a check, by its mark or a correction. */
export type StandingOutcome = Outcome | 'none'

/**
 * An event of a check. `number` counts from 1 within the check; `at`: the server's clock in ISO
 * 8601; `by`: the first name of who did it; `netID` null: the server; `requestId`: the client's own
 * id of the command; `deviceTime`: the client's clock.
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
      /** The people were removed when its season was closed. */
      seasonClosed?: true
    } & Partial<CheckRules> &
      Circumstances)
  /**
   * `was`: the tent's fields before the mark. `misses`: the change of its misses, by default 1 for
   * a Miss and otherwise 0; other values occur only after a correction. `already`: in the first of
   * several Misses made together, the ids of the tents marked before.
   */
  | ({
      kind: 'marked'
      was?: Partial<TentResults>
      misses?: number
      already?: string[]
    } & MarkDetails)
  /** A mark for this check that came after its end: it does not count. */
  | ({ kind: 'lateMark' } & MarkDetails)
  /** The mark of event `markNumber` was undone. */
  | ({ kind: 'undone'; mark: StoredMark; markNumber: number; reason?: string } & Restored)
  /** In a check that is over, the tent's outcome was changed from `from`. */
  | ({
      kind: 'corrected'
      tentId: string
      outcome: StandingOutcome
      from: StandingOutcome
      /** Missing once the season is closed. */
      reason?: string
    } & Restored)
  /** Absent tents were called; `closesAt` is null except for the last call. ISO 8601. */
  | { kind: 'called'; call: number; closesAt: string | null }
  /** That call, the latest one, was undone. */
  | { kind: 'callUndone'; call: number }
  | { kind: 'excluded' | 'included'; names: string[] }
  | { kind: 'ended' | 'cancelled' | 'reopened' }
)

/**
 * The effects of an undo or a correction on a tent: the change of its misses (-1, 0 or 1), and the
 * mark's own fields with their former values. Missing: no field changed.
 */
export type Restored = { misses: number; restored?: Partial<TentResults> }

/** An event of one kind. */
export type EventOf<Kind extends CheckEvent['kind']> = CheckEvent & { kind: Kind }

/** The id, in the check, of the tent that an event is about; null: none. */
export function tentOf(event: CheckEvent): string | null {
  if (event.kind === 'corrected') return event.tentId
  return 'mark' in event ? event.mark.id : null
}

/** How a tent was marked, as sent to line monitors. */
export function factsOf({
  number,
  netID,
  mark,
  present = [],
  required = null,
}: Pick<
  EventOf<'marked' | 'lateMark'>,
  'number' | 'netID' | 'mark' | 'present' | 'required'
>): MarkFacts {
  return { ...mark, netID, present, required, number }
}

/** The part of it that another event, or the audit, keeps: without members. */
export function storedOf({ netID, present, required, number, ...mark }: MarkFacts): StoredMark {
  return mark
}
