import type { Level } from '../../../shared/access.ts'
import type { Refusal } from '../../http/refusal.ts'
import type { CheckState } from './check-state.ts'
import type { Effects } from './effects.ts'
import type { CheckEvent } from './events.ts'
import type { LedgerState, Person } from './state.ts'

/**
 * Who gives a command: a person as last read, and the session it came by (null: none); null: the
 * server itself.
 */
export type Actor = { user: Person; tokenHash: string | null } | null

/** Who is named in the event; for the server itself `netID` is null and the name empty. */
export type Author = { netID: string | null; name: string }

/** What must be read from the database to decide a command if it is not cached. By ids. */
export type Needs = {
  tents?: readonly string[]
  checks?: readonly string[]
  requests?: string[]
  disputes?: readonly string[]
  /** Tents whose events are all needed. */
  tentEvents?: readonly string[]
  /** The rules of the season, and grace. */
  season?: true
  /** Which check began last. */
  newestCheck?: true
}

/** The result of a command. Without events and effects nothing is written. */
export type Decision<Answer> = {
  events: readonly CheckEvent[]
  effects: Effects
  answer: { value: Answer } | { refusal: Refusal }
}

/** A kind of command: who may give it, what it needs, and how it is decided. */
export type CommandRules<Args, Answer> = {
  /** Checked again by the statement that writes. The server itself may give any command. */
  access: Level
  /** It depends on more than the cache has or the writing statement compares. */
  isDecidedFresh: boolean
  needs: (args: Args, check: CheckState | null) => Needs
  /** Pure; `now` becomes the time of the events. */
  decide: (state: LedgerState, args: Args, by: Author, now: Date) => Decision<Answer>
}

/** One command as it was given. */
export type Command<Args = unknown, Answer = unknown> = {
  rules: CommandRules<Args, Answer>
  args: Args
  by: Actor
}
