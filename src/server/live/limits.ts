/** How many pages one person, or one address (a whole campus may share it), keeps open at once. */
export const socketsAtMost = { person: 30, address: 10_000 }

/** What a page may say: a person taps a few times a second at the most. */
const eventsAtMost = 60
const windowMs = 10_000

/** Counts what one socket says; gives whether it is still within what a person could. */
export function eventBudget(now: () => number, factor: number): () => boolean {
  let windowEndsAt = 0
  let count = 0
  return () => {
    if (now() >= windowEndsAt) {
      windowEndsAt = now() + windowMs
      count = 0
    }
    count += 1
    return count <= eventsAtMost * factor
  }
}

/** Counts open sockets by address. */
export function socketCount() {
  const counts = new Map<string, number>()
  return {
    of: (address: string) => counts.get(address) ?? 0,
    opened(address: string): void {
      counts.set(address, (counts.get(address) ?? 0) + 1)
    },
    closed(address: string): void {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    },
  }
}
