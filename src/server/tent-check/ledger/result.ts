import type { StandingOutcome } from '../../../shared/check-history/contract.ts'
import type { MarkFacts } from '../../../shared/tent-check/contract.ts'
import type { CheckEvent, EventOf, Restored, TentResults } from './events.ts'

/** By how much a tent's misses change when its outcome does: -1, 0 or 1. */
export function missesBetween(from: StandingOutcome, to: StandingOutcome): number {
  return Number(to === 'miss') - Number(from === 'miss')
}

/** The fields of a tent that a mark sets together: who, and when, in Eastern time as a text. */
export const pairs = {
  lastMiss: ['lastMissLM', 'dateOfLastMiss'],
  lastCheck: ['lastCheck', 'dateOfLastCheck'],
} as const
export type PairName = keyof typeof pairs

/** A Miss writes who marked it, a Make who was there. */
export const pairOfOutcome = { miss: 'lastMiss', make: 'lastCheck' } as const

/** The values of such a pair. */
export type Pair = readonly [who: string, when: string]

/** What taking back restores of a pair; null: a person had changed that field, and keeps it. */
export type RestoredPair = readonly [who: string | null, when: string | null]

/**
 * What a mark writes besides the number of misses. `number`: of its event; `replaced`: the values
 * before it, missing if the ledger does not hold them.
 */
type MarkCells = { number: number; pair: PairName; cells: Pair; replaced?: Pair }

/** An event that takes back what a mark wrote. */
type TakingBack = Extract<CheckEvent, Restored>

/** What an event of the ledger changes in the tent's record. `misses`: -1, 0 or 1. */
export type ResultChange = { misses: number } & (
  | { kind: 'marked'; mark: MarkCells }
  /**
   * `mark`: the one that is taken back or corrected, null: there is none. `restored`: the values
   * before that mark; null: the tent's fields did not change.
   */
  | { kind: TakingBack['kind']; mark: MarkCells | null; restored: RestoredPair | null }
)

/** A result that is to be sent to Airtable: it is written in the table `outbox`. */
export type Result = { checkId: string; number: number; tentId: string; change: ResultChange }

/** A mark, from its event or from the state of its check. */
type Mark = {
  number: number
  mark: Pick<MarkFacts, 'outcome' | 'by' | 'at'>
  lastCheck?: string
  was?: Partial<TentResults>
}

/** The result of a mark; `misses`: the change of the tent's misses. */
export function resultOfMark(
  event: Pick<EventOf<'marked'>, 'checkId'> & Mark,
  tentId: string,
  misses: number,
): Result {
  const { checkId, number } = event
  return { checkId, number, tentId, change: { kind: 'marked', misses, mark: cellsOf(event) } }
}

/** The result of an event that takes back; `mark`: the tent's mark until then, if there was one. */
export function resultOfTakingBack(
  { checkId, number, kind, misses, restored }: TakingBack,
  tentId: string,
  mark: Mark | undefined,
): Result {
  const cells = mark === undefined ? null : cellsOf(mark)
  const values = cells && restoredIn(cells.pair, restored)
  return { checkId, number, tentId, change: { kind, misses, mark: cells, restored: values } }
}

function cellsOf({ number, mark, lastCheck = '', was }: Mark): MarkCells {
  const { outcome, by, at } = mark
  const pair = pairOfOutcome[outcome]
  const replaced = pairIn(pair, was)
  return {
    number,
    pair,
    cells: [outcome === 'miss' ? by : lastCheck, at],
    ...(replaced === null ? {} : { replaced }),
  }
}

function pairIn(name: PairName, fields: Partial<TentResults> | undefined): Pair | null {
  const [whoField, whenField] = pairs[name]
  const { [whoField]: who, [whenField]: when } = fields ?? {}
  return who === undefined || when === undefined ? null : [who, when]
}

function restoredIn(name: PairName, fields: Partial<TentResults> = {}): RestoredPair | null {
  const [whoField, whenField] = pairs[name]
  const { [whoField]: who = null, [whenField]: when = null } = fields
  return who === null && when === null ? null : [who, when]
}
