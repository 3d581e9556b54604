/** The letter of a tent type's colour: Black is K, because B is Blue. */
export function typeLetter(type: string): string {
  const first = [...type.trim()][0]?.toUpperCase() ?? ''
  return /^black\b/i.test(type.trim()) ? 'K' : first
}
