import { groupedBy } from '../../shared/grouped.ts'
import { numberFields, resultFields, writtenFields } from '../../shared/tents/roster-columns.ts'
import { orderAndName, type RosterRow, refuseId } from './roster-row.ts'

export type RosterTent = RosterRow & { id: string }
export type KnownTent = RosterTent & { retired: boolean }

/** `row`: the index of the row, from 0. */
type PlanProblem = { row: number; column: string; reason: string }

export type ImportPlan = {
  add: RosterTent[]
  /** Includes revived tents whose row differs. */
  change: { id: string; before: RosterTent; after: RosterTent }[]
  /** Retired, never deleted. */
  retire: RosterTent[]
  /** Retired tents that are in the roster again, in their old state. */
  revive: RosterTent[]
  /** How many tents are not changed. */
  unchanged: number
  /** If there is any, the rest of the plan is empty: nothing is imported partly. */
  problems: PlanProblem[]
  /** How many changes are left out while a check is on; importing again after it makes them. */
  postponed: number
}

/**
 * `results`: also take Number of Misses, Last … and Date of … from the roster. `checkInProgress`:
 * only texts may change; results come from the check.
 */
export type ImportOptions = { results: boolean; checkInProgress: boolean; newId: () => string }

const texts = writtenFields.filter((field) => !numberFields.has(field))

type Field = (typeof writtenFields | typeof resultFields)[number]

/**
 * Plans an import against all known tents, retired ones included, the one retired last first. A row
 * with an id is that tent (an unknown id makes a new tent with it); one without is the tent of the
 * same order and name, of retired ones the first, or a new one. Importing the same roster twice
 * changes nothing. Refused: invalid ids, the same tent twice, and a row without id that matches two
 * tents on the roster.
 */
export function planImport(
  known: readonly KnownTent[],
  rows: readonly RosterRow[],
  options: ImportOptions,
): ImportPlan {
  const { tents, problems } = matchRows(known, rows)
  const plan: ImportPlan = {
    add: [],
    change: [],
    retire: [],
    revive: [],
    unchanged: 0,
    problems,
    postponed: 0,
  }
  if (problems.length > 0) return plan

  const inRoster = new Set<string>()
  for (const [index, row] of rows.entries()) {
    const tent = tents[index]
    if (tent === undefined) planNewTent(plan, row, options)
    else {
      inRoster.add(tent.id)
      planKnownTent(plan, tent, row, options)
    }
  }
  const gone = known.filter((tent) => !tent.retired && !inRoster.has(tent.id))
  if (options.checkInProgress) plan.postponed += gone.length
  else plan.retire = gone.map(({ retired: _, ...tent }) => tent)
  return plan
}

function matchRows(
  known: readonly KnownTent[],
  rows: readonly RosterRow[],
): { tents: (KnownTent | undefined)[]; problems: PlanProblem[] } {
  const problems = problemsOfIds(rows)
  const byId = new Map(known.map((tent) => [tent.id, tent]))
  // Ids first: a tent that another row names by id does not match a row without one.
  const namedById = new Set(rows.map((row) => row.id))
  const free = groupedBy(
    known.filter((tent) => !namedById.has(tent.id)),
    orderAndName,
  )
  const taken = new Set<string>()
  const tents = rows.map((row, index) => {
    if (row.id !== null) return byId.get(row.id)
    const key = orderAndName(row)
    const candidates = free.get(key) ?? []
    const active = candidates.filter((tent) => !tent.retired)
    const first = active[0] ?? candidates[0]
    if (taken.has(key)) {
      const reason = 'A row before has the same order and name.'
      problems.push({ row: index, column: 'Order', reason })
    } else if (active.length > 1) {
      const reason = 'Two tents have this order and name. Add their ids to the roster.'
      problems.push({ row: index, column: 'id', reason })
    }
    taken.add(key)
    return first
  })
  return { tents, problems }
}

function problemsOfIds(rows: readonly RosterRow[]): PlanProblem[] {
  const problems: PlanProblem[] = []
  const seen = new Set<string>()
  for (const [row, { id }] of rows.entries()) {
    if (id === null) continue
    const reason = seen.has(id) ? 'A row before is the same tent.' : refuseId(id)
    if (reason !== null) problems.push({ row, column: 'id', reason })
    seen.add(id)
  }
  return problems
}

function planNewTent(plan: ImportPlan, row: RosterRow, options: ImportOptions): void {
  if (options.checkInProgress) plan.postponed += 1
  else plan.add.push({ ...row, id: row.id ?? options.newId() })
}

function planKnownTent(
  plan: ImportPlan,
  { retired, ...before }: KnownTent,
  row: RosterRow,
  options: ImportOptions,
): void {
  if (retired && options.checkInProgress) {
    plan.postponed += 1
    return
  }
  if (retired) plan.revive.push(before)
  const wished = withFields(before, row, [
    ...writtenFields,
    ...(options.results ? resultFields : []),
  ])
  const after = options.checkInProgress ? withFields(before, row, texts) : wished
  if (differ(wished, after)) plan.postponed += 1
  if (differ(before, after)) plan.change.push({ id: before.id, before, after })
  else if (!retired && !differ(wished, after)) plan.unchanged += 1
}

function withFields(tent: RosterTent, row: RosterRow, fields: readonly Field[]): RosterTent {
  return { ...tent, ...Object.fromEntries(fields.map((field) => [field, row[field]])) }
}

function differ(a: RosterTent, b: RosterTent): boolean {
  return [...writtenFields, ...resultFields].some((field) => a[field] !== b[field])
}
