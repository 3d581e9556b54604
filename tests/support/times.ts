/** The short form runs with every test; `npm run torture` runs the long one. */
export function times<T>(short: T, long: T): T {
  return process.env['TORTURE'] === 'true' ? long : short
}

/** What chance begins with: the same seed repeats a failure. */
export const seed = Number(process.env['TORTURE_SEED'] ?? 86)
