import { easternTime } from '../../shared/eastern-time.ts'
import type { EventOf, TentResults } from '../tent-check/ledger/events.ts'

/** Two columns of a record that belong together: who, and when (the text in Eastern time). */
type Pair = readonly [who: string, when: string]

const pairs = {
  lastMiss: ['lastMissLM', 'dateOfLastMiss'],
  lastCheck: ['lastCheck', 'dateOfLastCheck'],
} as const
type PairName = keyof typeof pairs
const pairNames = ['lastMiss', 'lastCheck'] as const

/**
 * What a mark writes beside the number. `number`: of its event; `replaced`: what stood there before,
 * absent where the ledger does not keep it.
 */
type MarkCells = { number: number; pair: PairName; cells: Pair; replaced?: Pair }

/** A write that was sent: the record's values before it. */
export type WritePlan = { before: TentResults }

/**
 * What Airtable has yet to be told of one event of the ledger. `misses`: -1, 0 or 1. `plan`: of the
 * write that was sent for it without an answer that says whether it arrived.
 */
export type WaitingResult = {
  checkId: string
  number: number
  misses: number
  plan: WritePlan | null
} & (
  | { kind: 'marked'; mark: MarkCells }
  /**
   * `mark`: that of the tent in the check, null where there was none. `restored`: what stood there
   * before that mark, null where the ledger gave nothing back.
   */
  | { kind: 'undone' | 'corrected'; mark: MarkCells | null; restored: Pair | null }
)

/** The results of one tent that wait, in the order of the ledger, and those given up by a person. */
export type Waiting<Result extends WaitingResult = WaitingResult> = {
  results: readonly Result[]
  givenUp: readonly Result[]
}

/** A pair gets new values; or, if it still has those of a mark, the values before that mark. */
type PairChange =
  | { is: Pair; byMark: string }
  | { restores: readonly { wrote: Pair; before: Pair }[] }

const untouched: PairChange = { restores: [] }

/** How results change a record: n misses become n + `more`, but at least `least`. */
type RecordChange = { more: number; least: number } & Record<PairName, PairChange>

type Marked = Pick<EventOf<'marked'>, 'mark' | 'lastCheck' | 'misses' | 'was'>
type TakenBack = Pick<EventOf<'undone' | 'corrected'>, 'misses' | 'restored'>

/** The part of a result that the ledger says. */
type Said =
  | Pick<Extract<WaitingResult, { kind: 'marked' }>, 'kind' | 'misses' | 'mark'>
  | Pick<Exclude<WaitingResult, { kind: 'marked' }>, 'kind' | 'misses' | 'mark' | 'restored'>

/**
 * What Airtable is to be told of an event: a mark, an undo or a correction. `data`: what it keeps;
 * `lastMark`: the last mark of the tent up to it, with its number, null where there was none.
 */
export function saidBy(
  kind: string,
  data: unknown,
  lastMark: { number: number; data: unknown } | null,
): Said {
  const marked = lastMark && (lastMark.data as Marked)
  const mark = marked && markCells(lastMark.number, marked)
  if (kind === 'marked' && mark !== null) {
    return { kind, mark, misses: marked?.misses ?? Number(mark.pair === 'lastMiss') }
  }
  if (kind !== 'undone' && kind !== 'corrected') throw new Error(`No result: ${kind}`)
  const { misses, restored } = data as TakenBack
  return { kind, misses, mark, restored: restoredPair(mark, restored) }
}

/** A Miss writes who marked it, a Make who was there. */
function markCells(number: number, { mark, lastCheck = '', was }: Marked): MarkCells {
  const { outcome, by, at } = mark
  const pair = outcome === 'miss' ? 'lastMiss' : 'lastCheck'
  const replaced = pairIn(pair, was)
  return {
    number,
    pair,
    cells: [outcome === 'miss' ? by : lastCheck, at],
    ...(replaced === null ? {} : { replaced }),
  }
}

/** The values that the ledger restored in the columns of this mark. */
function restoredPair(mark: MarkCells | null, restored: TakenBack['restored']): Pair | null {
  return mark === null ? null : pairIn(mark.pair, restored)
}

function pairIn(name: PairName, kept: Partial<TentResults> | undefined): Pair | null {
  const [whoField, whenField] = pairs[name]
  const { [whoField]: who, [whenField]: when } = kept ?? {}
  return who === undefined || when === undefined ? null : [who, when]
}

/**
 * Separates results that an undo or a correction cancels after they were given up: Airtable never
 * got them, so both leave the queue (`void`).
 */
export function withoutGivenUp<Result extends WaitingResult>({
  results,
  givenUp,
}: Waiting<Result>): { void: Result[]; left: Result[] } {
  const unmatched = [...givenUp]
  const parted: { void: Result[]; left: Result[] } = { void: [], left: [] }
  for (const result of results) {
    const takenBack = (earlier: Result) =>
      result.kind !== 'marked' &&
      earlier.checkId === result.checkId &&
      earlier.number >= (result.mark?.number ?? 0) &&
      earlier.number < result.number &&
      earlier.misses + result.misses === 0
    const index = unmatched.findIndex(takenBack)
    if (index === -1) parted.left.push(result)
    else parted.void.push(result, ...unmatched.splice(index, 1))
  }
  return parted
}

/**
 * How these results, in the order of the ledger, change any record. A mark and its undo cancel each
 * other out. If Airtable already has the mark, its columns are restored where they still have what
 * it wrote; the number never goes below 0.
 */
export function changeOf(results: readonly WaitingResult[]): RecordChange {
  const change: RecordChange = { more: 0, least: 0, lastMiss: untouched, lastCheck: untouched }
  const replaced = new Map<string, PairChange>()
  for (const result of results) {
    change.more += result.misses
    change.least = Math.max(0, change.least + result.misses)
    const { mark } = result
    if (mark === null) continue
    const id = `${result.checkId} ${mark.number}`
    const pair = change[mark.pair]
    const before = replaced.get(id)
    if (result.kind === 'marked') {
      replaced.set(id, pair)
      change[mark.pair] = { is: mark.cells, byMark: id }
    } else if (before !== undefined) {
      if ('is' in pair && pair.byMark === id) change[mark.pair] = before
    } else if (result.restored !== null && 'restores' in pair) {
      const restore = { wrote: mark.cells, before: result.restored }
      change[mark.pair] = { restores: [...pair.restores, restore] }
    }
  }
  return change
}

export function changesMisses({ more, least }: RecordChange): boolean {
  return more !== 0 || least !== 0
}

/** Does the write depend on the record's values? */
export function dependsOnRecord(change: RecordChange): boolean {
  const restores = (name: PairName) => {
    const pair = change[name]
    return 'restores' in pair && pair.restores.length > 0
  }
  return changesMisses(change) || pairNames.some(restores)
}

/** Is there nothing to write, whatever the record has? */
export function isNothing(change: RecordChange): boolean {
  return !changesMisses(change) && pairNames.every((name) => change[name] === untouched)
}

/** The record's values after these results. */
export function cellsAfter(change: RecordChange, cells: TentResults): TentResults {
  const after = {
    ...cells,
    numberOfMisses: Math.max(change.least, cells.numberOfMisses + change.more),
  }
  return pairNames.reduce<TentResults>(
    (now, name) => withPair(now, name, pairAfter(change[name], pairOf(cells, name))),
    after,
  )
}

function withPair(cells: TentResults, name: PairName, [who, when]: Pair): TentResults {
  const [whoField, whenField] = pairs[name]
  return { ...cells, [whoField]: who, [whenField]: when }
}

function pairAfter(pair: PairChange, cells: Pair): Pair {
  if ('is' in pair) return pair.is
  return pair.restores.reduce((now, { wrote, before }) => (shows(now, wrote) ? before : now), cells)
}

/** The record's values before this result, from those after it; null: not known. */
export function cellsBefore(result: WaitingResult, cells: TentResults): TentResults | null {
  const before = { ...cells, numberOfMisses: Math.max(0, cells.numberOfMisses - result.misses) }
  const { mark } = result
  if (mark === null) return before
  if (result.kind === 'marked') {
    return mark.replaced === undefined ? null : withPair(before, mark.pair, mark.replaced)
  }
  const { restored } = result
  const isBack = restored !== null && shows(pairOf(cells, mark.pair), restored)
  return isBack ? withPair(before, mark.pair, mark.cells) : before
}

/** The cells that results change, of a record or a tent. */
export function resultCells(row: TentResults): TentResults {
  const { numberOfMisses, lastMissLM, dateOfLastMiss, lastCheck, dateOfLastCheck } = row
  return { numberOfMisses, lastMissLM, dateOfLastMiss, lastCheck, dateOfLastCheck }
}

/** The pairs in which these cells differ from what was written. */
export function pairsThatDiffer(cells: TentResults, written: TentResults): PairName[] {
  return pairNames.filter((name) => !shows(pairOf(cells, name), pairOf(written, name)))
}

function pairOf(cells: TentResults, name: PairName): Pair {
  const [who, when] = pairs[name]
  return [cells[who], cells[when]]
}

function shows([who, when]: Pair, written: Pair): boolean {
  return who === written[0] && isSameDate(when, written[1])
}

/**
 * A date column at Airtable keeps only the day, `2026-01-18` for `1/18/2026, …`; a column with times
 * may have read the written text as UTC.
 */
function isSameDate(cell: string, written: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell) ?? []
  if (cell === written) return true
  if (year !== undefined) return written.startsWith(`${Number(month)}/${Number(day)}/${year},`)
  const asUtc = new Date(`${written} UTC`)
  return !Number.isNaN(asUtc.getTime()) && cell === easternTime(asUtc)
}
