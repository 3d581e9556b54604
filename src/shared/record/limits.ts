/** The most of the record that is shown at once, newest first. */
export const auditEventsAtMost = 200
