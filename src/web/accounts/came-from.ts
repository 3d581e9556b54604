/** What the login screen is handed along, so that it leads back to what was asked for. */
export function cameFrom(address: string): { from: string } {
  return { from: address }
}

/** Where to go after a login; null: nowhere in particular. Only addresses of our own. */
export function addressFrom(state: unknown): string | null {
  if (typeof state !== 'object' || state === null) return null
  const from: unknown = Reflect.get(state, 'from')
  return typeof from === 'string' && /^\/(?!\/)/.test(from) ? from : null
}
