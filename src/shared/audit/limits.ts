/** How many events of the audit are shown at once, newest first. */
export const auditEventsAtMost = 200
