/** `isAgain`: it was told before on the same connection, so some role has changed. */
type Listener = (isLineMonitor: boolean, isAgain: boolean) => void

const listeners = new Set<Listener>()

/** Tells the listeners whether the server, on a socket, takes this person for a line monitor. */
export function tellRole(isLineMonitor: boolean, isAgain: boolean): void {
  for (const listener of listeners) listener(isLineMonitor, isAgain)
}

/** Returns a function that removes the listener. */
export function onRoleTold(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
