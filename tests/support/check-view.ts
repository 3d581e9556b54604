import type { TestSocket } from './app.ts'

/** The tents that a page shows as remaining, by their ids; null: no check is on. */
export type CheckView = () => string[] | null

/** What a simple page shows: it does what each event says, and ignores numbers and versions. */
export function watchCheck(socket: TestSocket): CheckView {
  let shown: Set<string> | null = null
  socket.on('checkStarted', ({ activeTents }) => {
    shown = new Set(activeTents.map(({ id }) => id))
  })
  socket.on('tentStatusUpdated', ({ id }) => void shown?.delete(id))
  socket.on('tentReturned', ({ id }) => void shown?.add(id))
  const close = () => {
    shown = null
  }
  socket.on('checkEnded', close)
  socket.on('checkCanceled', close)
  return () => shown && [...shown].sort()
}

/** The names that a line monitor's page shows as excluded: a check that begins has none until told. */
export function watchNames(socket: TestSocket): () => string[] {
  let shown: string[] = []
  socket.on('checkStarted', () => {
    shown = []
  })
  socket.on('excludedNamesUpdated', (names) => {
    shown = names
  })
  return () => [...shown].sort()
}
