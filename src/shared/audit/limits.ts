/** The most of the audit that is shown at once, newest first. */
export const auditEventsAtMost = 200
