/**
 * How many characters of the id members written together have in common: all but the last group.
 */
const sharedLength = 24

/**
 * Ids for members that are written together: UUIDs of version 8 (RFC 9562) that differ only in
 * their last 48 bits. In a compressed answer, such an id takes less than half the space of a random
 * one.
 */
export function newMemberIds(newId: () => string): () => string {
  const random = newId()
  const shared = `${random.slice(0, 14)}8${random.slice(15, sharedLength)}`
  return () => shared + newId().slice(sharedLength)
}
