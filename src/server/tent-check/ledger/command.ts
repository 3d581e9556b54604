import type { Level } from '../../../shared/access.ts'
import type { Refusal } from '../../http/refusal.ts'
import type { CheckState } from './check-state.ts'
import type { Effects } from './effects.ts'
import type { CheckEvent } from './events.ts'
import type { LedgerState, Person } from './state.ts'

/**
 * Who gives a command: a person, as the server knew them a moment ago, by a session where it came
 * by one; null: the server itself.
 */
export type Actor = { user: Person; tokenHash: string | null } | null

/** Who is written down: `netID` null and no name where the server did it. */
export type Author = { netID: string | null; name: string }

/** What must be read from the database to decide a command, where it is not cached. By ids. */
export type Needs = {
  tents?: readonly string[]
  checks?: readonly string[]
  requests?: string[]
  disputes?: readonly string[]
  /** Tents of which all events are needed. */
  tentEvents?: readonly string[]
  /** The rules of the season, and grace. */
  season?: true
  /** Which check began last. */
  newestCheck?: true
}

/** What becomes of a command. Without events and effects nothing is written. */
export type Decision<Answer> = {
  events: readonly CheckEvent[]
  effects: Effects
  answer: { value: Answer } | { refusal: Refusal }
}

/** A kind of command: who may give it, what it needs, and what becomes of it. */
export type CommandRules<Args, Answer> = {
  /** Compared once more by the statement that writes. The server itself may give any. */
  access: Level
  /** It rests on more than the cache has or the writing statement compares. */
  isDecidedFresh: boolean
  needs: (args: Args, check: CheckState | null) => Needs
  /** Pure: `now` is the time that is written down. */
  decide: (state: LedgerState, args: Args, by: Author, now: Date) => Decision<Answer>
}

/** One command as it was given. */
export type Command<Args = unknown, Answer = unknown> = {
  rules: CommandRules<Args, Answer>
  args: Args
  by: Actor
}
