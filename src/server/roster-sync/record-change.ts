import { easternTime } from '../../shared/eastern-time.ts'
import { columnNames, resultFields } from '../../shared/tents/roster-columns.ts'
import type { TentResults } from '../tent-check/ledger/events.ts'
import {
  type Pair,
  type PairName,
  pairs,
  type RestoredPair,
  type ResultChange,
} from '../tent-check/ledger/result.ts'
import { readText } from './records.ts'

const pairNames = ['lastMiss', 'lastCheck'] as const

const blank: TentResults = {
  numberOfMisses: 0,
  lastMissLM: '',
  dateOfLastMiss: '',
  lastCheck: '',
  dateOfLastCheck: '',
}

/**
 * A write that was sent: the record's values before it (blank if it was not read), the fields that it
 * wrote, missing in what an earlier version stored, and the pairs that it left out because a column
 * of theirs is awaited.
 */
export type WritePlan = {
  before: TentResults
  wrote?: Partial<TentResults>
  without?: readonly PairName[]
}

/**
 * A result that waits for Airtable. `number`: of its event; `plan`: of the write that was sent for it
 * without an answer that says whether it arrived.
 */
export type WaitingResult = ResultChange & {
  checkId: string
  number: number
  plan: WritePlan | null
}

/** The results of one tent that wait, in the order of the ledger, and those given up by a person. */
export type Waiting<Result extends WaitingResult = WaitingResult> = {
  results: readonly Result[]
  givenUp: readonly Result[]
}

/** A pair gets new values; or fields that still have a mark's values get those from before it. */
type PairChange = { is: Pair; byMark: string } | { restores: readonly Restoring[] }

type Restoring = { wrote: Pair; before: RestoredPair }

const untouched: PairChange = { restores: [] }

/** How results change a record: n misses become n + `more`, but at least `least`. */
type RecordChange = { more: number; least: number } & Record<PairName, PairChange>

/**
 * Separates results that an undo or a correction cancels after they were given up: Airtable never
 * got them, so both leave the queue (`void`). What was given up in doubt has arrived if the record
 * shows its texts; the number may be a person's, who was told to write it. `cells`: the record's;
 * null: not known.
 */
export function withoutGivenUp<Result extends WaitingResult>(
  { results, givenUp }: Waiting<Result>,
  cells: TentResults | null,
): { void: Result[]; left: Result[] } {
  const hasArrived = (result: Result) => {
    const doubt = inDoubt([result])
    return doubt !== null && cells !== null && showsWrite(cells, doubt.write, new Set()) === true
  }
  const unmatched = givenUp.filter((result) => !hasArrived(result))
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
 * it wrote; the number never goes below 0. `without`: pairs that stay as they are.
 */
export function changeOf(
  results: readonly WaitingResult[],
  without: readonly PairName[] = [],
): RecordChange {
  const change: RecordChange = { more: 0, least: 0, lastMiss: untouched, lastCheck: untouched }
  const replaced = new Map<string, PairChange>()
  for (const result of results) {
    change.more += result.misses
    change.least = Math.max(0, change.least + result.misses)
    const { mark } = result
    if (mark === null || without.includes(mark.pair)) continue
    const id = `${result.checkId} ${mark.number}`
    const pair = change[mark.pair]
    const before = replaced.get(id)
    if (result.kind === 'marked') {
      replaced.set(id, pair)
      change[mark.pair] = { is: mark.cells, byMark: id }
    } else if (result.restored === null) {
      // The tent's fields did not change, so neither do the record's.
    } else if (before !== undefined) {
      if ('is' in pair && pair.byMark === id) change[mark.pair] = before
    } else if ('restores' in pair) {
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

/** The pairs of which one of these columns, by its name at Airtable, is part. */
export function pairsOf(columns: ReadonlySet<string>): PairName[] {
  return pairNames.filter((name) => pairs[name].some((field) => columns.has(columnNames[field])))
}

/** Is there nothing to write, whatever the record has? */
export function isNothing(change: RecordChange): boolean {
  return !changesMisses(change) && changedPairs(change).length === 0
}

export function changedPairs(change: RecordChange): PairName[] {
  return pairNames.filter((name) => change[name] !== untouched)
}

/** Does its pair still wait once such a write has arrived? */
export function hasArrivedInPart(
  { mark }: WaitingResult,
  { without = [] }: Pick<WritePlan, 'without'>,
): boolean {
  return mark !== null && without.includes(mark.pair)
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

/**
 * The write of these results, without columns that are missing; the number is always waited for.
 * `record`: null if it was not read.
 */
export function writeOf(
  results: readonly WaitingResult[],
  record: TentResults | null,
  { missing, without }: { missing: ReadonlySet<string>; without: readonly PairName[] },
): Required<WritePlan> {
  const before = record ?? blank
  const after = cellsAfter(changeOf(results, without), before)
  const isLeftOut = (field: keyof TentResults) =>
    field !== 'numberOfMisses' && missing.has(columnNames[field])
  const changed = resultFields.filter(
    (field) => after[field] !== before[field] && !isLeftOut(field),
  )
  const wrote = Object.fromEntries(changed.map((field) => [field, after[field]]))
  return { before, wrote, without }
}

/** The results of a tent that were sent without an answer, with their write; null: none were. */
export function inDoubt<Result extends WaitingResult>(
  results: readonly Result[],
): { sent: Result[]; write: Required<WritePlan> } | null {
  const sent = results.filter(({ plan }) => plan !== null)
  const plan = sent[0]?.plan
  if (plan == null) return null
  const { without = [] } = plan
  // Plans stored by an older version lack `wrote`, so it is worked out again.
  const planned = writeOf(sent, { ...blank, ...plan.before }, { missing: new Set(), without })
  return { sent, write: { ...planned, wrote: plan.wrote ?? planned.wrote } }
}

function withPair(cells: TentResults, name: PairName, [who, when]: Pair): TentResults {
  const [whoField, whenField] = pairs[name]
  return { ...cells, [whoField]: who, [whenField]: when }
}

function pairAfter(pair: PairChange, cells: Pair): Pair {
  if ('is' in pair) return pair.is
  return pair.restores.reduce(restored, cells)
}

/**
 * Only the date tells which mark wrote the pair, because two marks may be by the same person. If a
 * person has changed the other field since, that field keeps the person's value.
 */
function restored([who, when]: Pair, { wrote, before }: Restoring): Pair {
  if (before[1] === null || !isSameDate(when, wrote[1])) return [who, when]
  return [before[0] !== null && isSameText(who, wrote[0]) ? before[0] : who, before[1]]
}

/** The record's values before this result, from those after it; null: not known. */
export function cellsBefore(result: WaitingResult, cells: TentResults): TentResults | null {
  const before = { ...cells, numberOfMisses: Math.max(0, cells.numberOfMisses - result.misses) }
  const { mark } = result
  if (mark === null) return before
  if (result.kind === 'marked') {
    return mark.replaced === undefined ? null : withPair(before, mark.pair, mark.replaced)
  }
  if (result.restored === null) return before
  const [who, when] = pairOf(cells, mark.pair)
  const [whoBack, whenBack] = result.restored
  if (whenBack === null || !isSameDate(when, whenBack)) return before
  return withPair(before, mark.pair, [who === whoBack ? mark.cells[0] : who, mark.cells[1]])
}

/**
 * Do these cells show that such a write arrived? All its columns are written together. null: they
 * cannot show it, because the columns are missing or had the same values before. If the number was
 * written, the record was read before, so a pair's date is enough: a person may have changed the
 * other field since. Without the number the record may not have been read: both fields must match.
 */
export function showsWrite(
  cells: TentResults,
  { before, wrote }: Required<WritePlan>,
  missing: ReadonlySet<string>,
): boolean | null {
  const shown = pairNames.flatMap((name) => {
    const [who, when] = pairs[name]
    const isWritten = (field: typeof who | typeof when, { [field]: cell }: TentResults) => {
      const written = wrote[field]
      const isSame = field === when ? isSameDate : isSameText
      return written !== undefined && isSame(cell, written)
    }
    const telling = [when, who].filter(
      (field) => field in wrote && !missing.has(columnNames[field]) && !isWritten(field, before),
    )
    const asked = wrote.numberOfMisses === undefined ? telling : telling.slice(0, 1)
    return asked.length === 0 ? [] : asked.every((field) => isWritten(field, cells))
  })
  return shown.length === 0 ? null : shown.includes(true)
}

/** The pairs in which these cells differ from what was written; with `byDate`, where a date does. */
export function pairsThatDiffer(
  cells: TentResults,
  written: TentResults,
  { byDate = false } = {},
): PairName[] {
  return pairNames.filter((name) => {
    const [is, was] = [pairOf(cells, name), pairOf(written, name)]
    const isDateEnough = byDate && readText(was[1]) !== ''
    return isDateEnough ? !isSameDate(is[1], was[1]) : !shows(is, was)
  })
}

/** These cells, with each pair that shows what was written as it was written. */
export function asWritten(cells: TentResults, written: TentResults): TentResults {
  const differing = pairsThatDiffer(cells, written)
  return pairNames
    .filter((name) => !differing.includes(name))
    .reduce((now, name) => withPair(now, name, pairOf(written, name)), cells)
}

function pairOf(cells: TentResults, name: PairName): Pair {
  const [who, when] = pairs[name]
  return [cells[who], cells[when]]
}

function shows([who, when]: Pair, written: Pair): boolean {
  return isSameText(who, written[0]) && isSameDate(when, written[1])
}

/** A text from a file may have spaces at its ends, which are gone once it is read from a record. */
function isSameText(cell: string, written: string): boolean {
  return readText(cell) === readText(written)
}

/**
 * A date column at Airtable keeps only the day, `2026-01-18` for `1/18/2026, …`; a column with times
 * may have read the written text as UTC.
 */
function isSameDate(cell: string, written: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell) ?? []
  if (isSameText(cell, written)) return true
  if (year !== undefined) return written.startsWith(`${Number(month)}/${Number(day)}/${year},`)
  const asUtc = new Date(`${written} UTC`)
  return !Number.isNaN(asUtc.getTime()) && cell === easternTime(asUtc)
}
