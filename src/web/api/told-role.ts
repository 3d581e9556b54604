type Listener = (isLineMonitor: boolean) => void

const listeners = new Set<Listener>()

/** The server said, on a socket, for whom it takes the person of this page. */
export function tellRole(isLineMonitor: boolean): void {
  for (const listener of listeners) listener(isLineMonitor)
}

/** Returns what ends it. */
export function onRoleTold(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
