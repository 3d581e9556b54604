import { NoopLogger } from 'drizzle-orm'
import { vi } from 'vitest'

/**
 * Listens to every statement that goes to a database of this process, on either engine and within
 * transactions, too. Gives how many of those since `begin` read from a table first of all, or call
 * a function, or have a text in them.
 */
export function countQueries() {
  const asked: string[] = []
  const spy = vi
    .spyOn(NoopLogger.prototype, 'logQuery')
    .mockImplementation((...args: unknown[]) => {
      asked.push(String(args[0]))
    })
  return {
    begin: () => void asked.splice(0),
    about: (table: string) => asked.filter((query) => query.includes(` from "${table}"`)).length,
    calling: (name: string) => asked.filter((query) => query.includes(`${name}(`)).length,
    including: (text: string) => asked.filter((query) => query.includes(text)).length,
    stop: () => spy.mockRestore(),
  }
}
