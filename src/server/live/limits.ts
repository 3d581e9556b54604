/** How many pages one person, or one address (a whole campus may share it), keeps open at once. */
export const socketsAtMost = { person: 30, address: 10_000 }

/**
 * The largest packet, in bytes: a list of 5,000 excluded names of 200 characters and the list that
 * it started from, as JSON, with room to spare, so that a list a little too long is refused with a
 * reason. Nothing that people send comes near it, and it is what any visitor may make the server
 * read at once.
 */
export const packetBytesAtMost = 2 ** 21

/** One POST of a polling page carries no more packets: an honest page sends one or two. */
export const packetsInPostAtMost = 100

/** How long a connection may take to say who it is, by its one CONNECT packet. */
export const connectWithinMs = 9000

/** What may wait for a page that does not take it in: so much, and for so long. */
export const waitingAtMost = { bytes: 4_000_000, ms: 15_000 }

/** How often connections are looked at for the two limits above. */
export const lookEveryMs = 1000

/** How long the other end has to close a connection that is over. */
export const goodbyeMs = 1000

/** What a page may say: a person taps a few times a second at the most. */
const saysAtMost = { packets: 60, bytes: 4 * packetBytesAtMost }
const windowMs = 10_000

/** Counts what one page says, in characters; gives whether it is still within what a person could. */
export function packetBudget(now: () => number, factor: number): (length: number) => boolean {
  let windowEndsAt = 0
  let packets = 0
  let bytes = 0
  return (length) => {
    if (now() >= windowEndsAt) {
      windowEndsAt = now() + windowMs
      packets = 0
      bytes = 0
    }
    packets += 1
    bytes += length
    return packets <= saysAtMost.packets * factor && bytes <= saysAtMost.bytes * Math.max(1, factor)
  }
}

/** Counts open connections by address. */
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
