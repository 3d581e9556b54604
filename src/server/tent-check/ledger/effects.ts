import type { NewAuditEvent } from '../../audit/store.ts'
import type { TentResults, TentRow } from './events.ts'

/**
 * A change of a tent. `was`: the values that the decision rests on; where one of them is another by
 * now, nothing is written. `becomes`: the new values, computed; empty: it is only looked at.
 */
type TentEffect = { id: string; was: Partial<TentRow>; becomes: Partial<TentResults> }

/** What is written with events, as data. Rows of `checks` follow from the fold, not from here. */
export type Effects = {
  tents: readonly TentEffect[]
  /** Events whose results go to Airtable. */
  results: readonly { checkId: string; number: number; tentId: string }[]
  /** Written once for each `requestId`; null: always. */
  audit: readonly { event: NewAuditEvent; requestId: string | null }[]
  /** Answers to disputes that nobody has answered yet; answered meanwhile, nothing is written. */
  disputes: readonly DisputeAnswer[]
}

type DisputeAnswer = { id: string; outcome: string; answer: string; answeredBy: string }

export const noEffects: Effects = { tents: [], results: [], audit: [], disputes: [] }

/**
 * The effects of commands that are decided in turn and written together: each tent once, with the
 * values from before the first and those after the last.
 */
export function combined(all: readonly Effects[]): Effects {
  const tents = new Map<string, TentEffect>()
  for (const { id, was, becomes } of all.flatMap((effects) => effects.tents)) {
    const before = tents.get(id) ?? { id, was: {}, becomes: {} }
    // What an earlier one of these has set is not what the database has yet.
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
  }
}
