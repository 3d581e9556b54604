/** The state of a link to the login screen, which leads back to this address afterwards. */
export function cameFrom(address: string): { from: string } {
  return { from: address }
}
