import { type RosterChange, rosterChangeKind } from '../../shared/tents/contract.ts'
import { compareTents } from '../../shared/tents/order.ts'
import { rosterColumns } from '../../shared/tents/roster-columns.ts'
import { shortened } from '../shortened.ts'
import type { ImportPlan, RosterTent } from './roster-plan.ts'

const shownAtMost = 400

/** `id`: the tent's. */
export type TentChange = RosterChange & { id: string }

/**
 * What a plan does, tent by tent, in order; a tent that comes back counts as added. Texts of more
 * than `atMost` characters are shortened.
 */
export function changesOf(
  { add, change, retire, revive }: ImportPlan,
  atMost = shownAtMost,
): TentChange[] {
  const shown = (value: string | number | null) => shortened(String(value ?? ''), atMost)
  const changed = new Map(change.map(({ id, before, after }) => [id, { before, after }]))
  const brought = new Set(revive.map(({ id }) => id))
  const told = (kind: RosterChange['kind'], tent: RosterTent) => ({
    tent,
    kind,
    fields: fieldsOf(changed.get(tent.id), shown),
  })
  return [
    ...[...add, ...revive].map((tent) => told('added', tent)),
    ...change.filter(({ id }) => !brought.has(id)).map(({ before }) => told('changed', before)),
    ...retire.map((tent) => told('retired', tent)),
  ]
    .sort((a, b) => compareTents(a.tent, b.tent))
    .map(({ tent, kind, fields }) => ({
      id: tent.id,
      kind,
      order: shown(tent.order),
      name: shown(tent.name),
      fields,
    }))
}

/** So many of each kind, so that many of one hide none of another: added, changed, retired. */
export function firstOfEachKind(changes: readonly TentChange[], atMost: number): TentChange[] {
  return rosterChangeKind.enum.flatMap((kind) =>
    changes.filter((change) => change.kind === kind).slice(0, atMost),
  )
}

function fieldsOf(
  change: { before: RosterTent; after: RosterTent } | undefined,
  shown: (value: string | number | null) => string,
): RosterChange['fields'] {
  if (change === undefined) return []
  const { before, after } = change
  return rosterColumns
    .filter(([field]) => before[field] !== after[field])
    .map(([field, column]) => ({
      column,
      before: shown(before[field]),
      after: shown(after[field]),
    }))
}
