import type { AnswerBody } from '../../../shared/disputes/contract.ts'
import type { MarkFacts } from '../../../shared/tent-check/contract.ts'
import type { NewAuditEvent } from '../../audit/store.ts'
import type { NewPush } from '../../push/store.ts'
import type { TentResults, TentRow } from './events.ts'
import type { Result } from './result.ts'

/**
 * A change of a tent. `was`: the values on which the decision was based; if one has changed,
 * nothing is written. `becomes`: the new values; empty: only compare.
 */
type TentEffect = { id: string; was: Partial<TentRow>; becomes: Partial<TentResults> }

/**
 * What is written together with events, as data. Rows of `checks` are computed from the events
 * instead.
 */
export type Effects = {
  tents: readonly TentEffect[]
  /** What is to be sent to Airtable. */
  results: readonly Result[]
  /** Written once for each `requestId`; null: always. */
  audit: readonly { event: NewAuditEvent; requestId: string | null }[]
  /** Answers to disputes; if somebody has answered one meanwhile, nothing is written. */
  disputes: readonly DisputeAnswer[]
  /** Ignored if one with its topic is queued already. */
  pushes: readonly Omit<NewPush, 'id'>[]
  answers: readonly AnsweredRequest[]
}

/** `checkId`: of the check that it is about; what has happened there decides whether it is vacated. */
type DisputeAnswer = {
  id: string
  checkId: string
  outcome: AnswerBody['outcome']
  answer: string
  answeredBy: string
}

/**
 * A command with an id of the client that wrote no event, because its tents were marked already: by
 * whom it was given, and the marks that were its answer. Sent again it gets the same one.
 */
export type AnsweredRequest = {
  requestId: string
  netID: string | null
  checkId: string
  marks: readonly MarkFacts[]
}

export const noEffects: Effects = {
  tents: [],
  results: [],
  audit: [],
  disputes: [],
  pushes: [],
  answers: [],
}

/**
 * Combines the effects of commands that are written together: each tent once, with the values
 * before the first and after the last command.
 */
export function combined(all: readonly Effects[]): Effects {
  const tents = new Map<string, TentEffect>()
  for (const { id, was, becomes } of all.flatMap((effects) => effects.tents)) {
    const before = tents.get(id) ?? { id, was: {}, becomes: {} }
    // A value set by an earlier one of these commands is not in the database yet.
    const isOwn = (field: string) => field in before.becomes
    const seen = Object.fromEntries(Object.entries(was).filter(([field]) => !isOwn(field)))
    tents.set(id, {
      id,
      was: { ...seen, ...before.was },
      becomes: { ...before.becomes, ...becomes },
    })
  }
  return {
    tents: [...tents.values()],
    results: all.flatMap(({ results }) => results),
    audit: all.flatMap(({ audit }) => audit),
    disputes: all.flatMap(({ disputes }) => disputes),
    pushes: all.flatMap(({ pushes }) => pushes),
    answers: all.flatMap(({ answers }) => answers),
  }
}
