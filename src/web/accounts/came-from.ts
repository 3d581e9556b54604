/** The state of a link to the login screen, which leads back to this address afterwards. */
export function cameFrom(address: string): { from: string } {
  return { from: address }
}

/** Where to go after a login; null: no special place. Only addresses of this app. */
export function addressFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null) return null
  const from: unknown = Reflect.get(state, 'from')
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : null
}
