/** The outline of a pointed window or door around `x`, from its foot to its tip. */
export function arch(x: number, halfWidth: number, foot: number, tip: number): string {
  const shoulder = tip + 2 * halfWidth
  const bend = tip + halfWidth * 0.7
  const [left, right] = [x - halfWidth, x + halfWidth]
  return `M${left} ${foot}V${shoulder}Q${left} ${bend} ${x} ${tip}Q${right} ${bend} ${right} ${shoulder}V${foot}Z`
}
