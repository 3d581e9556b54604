/** The checker page (from 0) of the tent at a position (from 0). Specification 9. */
export function groupIndexOf(position: number, tentCount: number, numCheckers: number): number {
  return Math.floor(position / Math.max(1, Math.ceil(tentCount / numCheckers)))
}
