/** The state of an address that one came to by signing in. */
export const justSignedIn = { isJustSignedIn: true }

export function isJustSignedIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isJustSignedIn' in state
}
