/**
 * How many pages one person, or one address (a whole campus may share it), keeps open at once. One
 * process was seen to serve 5,000. Estimated: a page takes 25 KB, and messages that it sends only
 * in part at most 35 KB more by the limits below: 300 MB for all pages of one address. All
 * addresses together take twice as much, even if one person has many (a /56 of IPv6 counts as 256).
 */
export const socketsAtMost = { person: 30, address: 5000, inAll: 10_000 }

/** How large a packet, or a POST, may be, and in how many pieces it may come: each takes memory. */
export type PacketLimit = { bytes: number; pieces: number }

/**
 * By the audience that a page belongs to. Line monitors send a list of 5,000 excluded names of 200
 * ASCII characters and the list that it started from, as JSON, over any network; there is room to
 * spare, so that a list a little too long is refused with a reason. In other scripts fewer names fit:
 * a packet of 8 MB, which would hold any, was seen to take 90 ms to read, and the pages of one person
 * may send 120 in 10 seconds. All names of a season take 80 KB. Anyone else has little to say.
 */
export const packetAtMost = {
  lineMonitors: { bytes: 2 ** 21, pieces: 2 ** 13 },
  visitors: { bytes: 2 ** 12, pieces: 16 },
} satisfies Record<string, PacketLimit>

/** A CONNECT names a token of 43 characters and the version that the page speaks. */
export const connectBytesAtMost = 2 ** 10

/** The address of a request names its connection; an honest one has a hundred characters. */
export const urlLengthAtMost = 1000

/** Largest number of packets in one POST of a polling page; an honest page sends one or two. */
export const packetsInPostAtMost = 100

/** How long a new connection may take to send its CONNECT packet. */
export const connectWithinMs = 9000

/** How much data may wait for a slow page, and for how long. */
export const waitingAtMost = { bytes: 4_000_000, ms: 15_000 }

/** How often connections are checked for the two limits above. */
export const lookEveryMs = 1000

/** What a page may say: a person taps a few times a second at the most. */
export const saysAtMost = { packets: 60, largestPackets: 4 }
const windowMs = 10_000

/**
 * Counts the packets that one page sends, and their characters; returns whether they are still
 * within its budget. `largest`: the present size limit of its packets, in bytes.
 */
export function packetBudget(
  now: () => number,
  factor: number,
  largest: () => number,
): (length: number) => boolean {
  let windowEndsAt = 0
  let packets = 0
  let bytes = 0
  return (length) => {
    const at = now()
    // A window that ends later than that began before the clock was set back.
    if (at >= windowEndsAt || windowEndsAt > at + windowMs) {
      windowEndsAt = at + windowMs
      packets = 0
      bytes = 0
    }
    packets += 1
    bytes += length
    const bytesAtMost = saysAtMost.largestPackets * largest() * Math.max(1, factor)
    // However small the factor, a page may send its CONNECT and one answer to a ping.
    const packetsAtMost = Math.max(2, saysAtMost.packets * factor)
    return packets <= packetsAtMost && bytes <= bytesAtMost
  }
}
