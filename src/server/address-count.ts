/** Counts by address what is open. */
export function addressCount() {
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
