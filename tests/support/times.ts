/** The short form runs with every test; `npm run torture` runs the long one. */
export function times<T>(short: T, long: T): T {
  return process.env['TORTURE'] === 'true' ? long : short
}

/** What chance begins with: the same seed repeats a failure. */
export const seed = Number(process.env['TORTURE_SEED'] ?? 86)

/** Numbers from 0 up to 1 that follow from a seed: mulberry32. */
export function randomFrom(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
