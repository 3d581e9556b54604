import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { NoopLogger } from 'drizzle-orm'
import { vi } from 'vitest'

/** true within what a request to a server of this process began; what runs anyway is outside. */
const inRequest = new AsyncLocalStorage<boolean>()
subscribe('http.server.request.start', () => inRequest.enterWith(true))

/**
 * Listens to every statement that goes to a database of this process, on either engine and within
 * transactions, too. Counts those since `begin` that read from a table, call a function or contain
 * a text; `ofRequests` lists those that requests have caused.
 */
export function countQueries() {
  const asked: string[] = []
  const askedForRequests: string[] = []
  const spy = vi
    .spyOn(NoopLogger.prototype, 'logQuery')
    .mockImplementation((...args: unknown[]) => {
      asked.push(String(args[0]))
      if (inRequest.getStore()) askedForRequests.push(String(args[0]))
    })
  return {
    begin() {
      asked.length = 0
      askedForRequests.length = 0
    },
    ofRequests: () => [...askedForRequests],
    about: (table: string) => asked.filter((query) => query.includes(` from "${table}"`)).length,
    calling: (name: string) => asked.filter((query) => query.includes(`${name}(`)).length,
    including: (text: string) => asked.filter((query) => query.includes(text)).length,
    stop: () => spy.mockRestore(),
  }
}
