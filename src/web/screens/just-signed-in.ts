/** The navigation state after a sign-in. */
export const justSignedIn = { isJustSignedIn: true }

export function isJustSignedIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isJustSignedIn' in state
}
