/** How long to wait before the next try after this many failures in a row, in milliseconds. */
export function retryAfterMs(failures: number): number {
  return Math.min(15_000, 1000 * 2 ** (failures - 1))
}
