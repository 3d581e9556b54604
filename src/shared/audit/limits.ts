/** How many tents an import names of those added, of those changed and of those retired. */
export const importedTentsAtMost = 20

/** How many events of the audit are shown at once, newest first. */
export const auditEventsAtMost = 200
