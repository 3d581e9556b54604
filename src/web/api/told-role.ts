/** `isAgain`: it was told before on the same connection, so some role has changed. */
type Listener = (isLineMonitor: boolean, isAgain: boolean) => void

const listeners = new Set<Listener>()

/** The server said, on a socket, for whom it takes the person of this page. */
export function tellRole(isLineMonitor: boolean, isAgain: boolean): void {
  for (const listener of listeners) listener(isLineMonitor, isAgain)
}

/** Returns what ends it. */
export function onRoleTold(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
