/** The short form runs with every test; `npm run torture` runs the long one. */
export function times<T>(short: T, long: T): T {
  return process.env['TORTURE'] === 'true' ? long : short
}
