import type { Highs } from 'highs'

/** A variable and its factor. */
export type Part = readonly [variable: number, factor: number]

/** How far from the least cost a solution may be: as a share of the cost, or absolute. */
export type Tolerance = { share: number } | { cost: number }

/** HiGHS's status for having a solution, whether or not it is the best. */
const feasible = 2

/** An integer programme, built variable by variable; its cost is minimized. */
export class Programme {
  readonly #cost: number[] = []
  readonly #upper: number[] = []
  readonly #lower: number[] = []
  readonly #kinds: (0 | 1)[] = []
  readonly #rowLower: number[] = []
  readonly #rowUpper: number[] = []
  readonly #entries: [row: number, factor: number][][] = []

  /** 0 or 1. */
  choice(cost: number): number {
    return this.#variable(cost, 0, 1, 1)
  }

  amount(cost: number, from: number, to: number): number {
    return this.#variable(cost, from, to, 0)
  }

  #variable(cost: number, lower: number, upper: number, kind: 0 | 1): number {
    this.#entries.push([])
    this.#cost.push(cost)
    this.#lower.push(lower)
    this.#upper.push(upper)
    return this.#kinds.push(kind) - 1
  }

  row(lower: number, upper: number, parts: readonly Part[]) {
    const row = this.#rowLower.push(lower) - 1
    this.#rowUpper.push(upper)
    for (const [variable, factor] of parts) this.#entries[variable]?.push([row, factor])
  }

  /** The values of all variables; null if none were found in time. `start`: a known solution. */
  solve(
    highs: Highs,
    start: readonly number[],
    seconds: number,
    tolerance: Tolerance,
  ): Float64Array | null {
    const starts = [0]
    for (const entries of this.#entries) starts.push((starts.at(-1) ?? 0) + entries.length)
    const model = highs.createModel({
      numCols: this.#cost.length,
      numRows: this.#rowLower.length,
      colCost: this.#cost,
      colLower: this.#lower,
      colUpper: this.#upper,
      rowLower: this.#rowLower,
      rowUpper: this.#rowUpper,
      integrality: this.#kinds,
      matrix: {
        format: 'csc',
        numRows: this.#rowLower.length,
        numCols: this.#cost.length,
        starts,
        indices: this.#entries.flatMap((entries) => entries.map(([row]) => row)),
        values: this.#entries.flatMap((entries) => entries.map(([, factor]) => factor)),
      },
    })
    try {
      model.options.set({
        output_flag: false,
        time_limit: seconds,
        mip_rel_gap: 'share' in tolerance ? tolerance.share : 0,
        mip_abs_gap: 'cost' in tolerance ? tolerance.cost : 0,
      })
      if (start.length > 0) model.setSolution({ indices: start, values: start.map(() => 1) })
      model.run()
      const isFound = model.info.get('primal_solution_status') === feasible
      return isFound ? model.getSolution().colValue : null
    } finally {
      model.dispose()
    }
  }
}
