import type { MarkedTent } from '../../../shared/tent-check/contract.ts'

/** Tents that this phone asked to mark as missed in one step. */
export type Rest = { checkId: string; ids: readonly string[] }

let lastRest: Rest | null = null

/**
 * To be called as this phone asks to mark them; their marks show whether that was done. null: the
 * server refused it, or it is taken back.
 */
export function rememberRest(rest: Rest | null): void {
  lastRest = rest
}

export function rememberedRest(): Rest | null {
  return lastRest
}

/**
 * What the last act of a check marked: the last mark alone, or with those right before it that are
 * of the same rest. `marked` in any order; `last` is one of them.
 */
export function lastActOf(
  { checkId, marked }: { checkId: string; marked: readonly MarkedTent[] },
  last: MarkedTent,
  rest: Rest | null,
): MarkedTent[] {
  if (rest?.checkId !== checkId) return [last]
  const missed = new Map(
    marked
      .filter(({ tent, mark }) => rest.ids.includes(tent.id) && mark.outcome === 'miss')
      .map((one) => [one.mark.number, one]),
  )
  const act: MarkedTent[] = []
  // One step is all or nothing, so its numbers follow each other.
  let next = missed.get(last.mark.number)
  while (next?.mark.netID === last.mark.netID) {
    act.unshift(next)
    next = missed.get(next.mark.number - 1)
  }
  return act.length > 0 ? act : [last]
}
