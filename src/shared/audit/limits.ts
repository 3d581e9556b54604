/**
 * How many tents an import names of those added, of those changed and of those retired: a whole roster
 * of 2,000 tents, in a row of some 300 KB. A file may have 5,000.
 */
export const importedTentsAtMost = 2000

/** How many tents of an import the list of all events names; all are read one import at a time. */
export const listedTentsAtMost = 60

/** How many characters of a value, or of a tent's label, are kept. */
export const auditedTextAtMost = 60

/** How many events of the audit are shown at once, newest first. */
export const auditEventsAtMost = 200
