/** The colour that a tent is known by, as a letter: Black is K, for Blue has the B. */
export function typeLetter(type: string): string {
  const first = [...type.trim()][0]?.toUpperCase() ?? ''
  return /^black\b/i.test(type.trim()) ? 'K' : first
}
