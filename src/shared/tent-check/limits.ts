import { minuteMs } from '../durations.ts'

/** How long after its end any line monitor may reopen a check; a super user always may. */
export const reopenWithinMs = 10 * minuteMs

/** The most checkers of a check. */
export const checkersAtMost = 200

/** The most Misses that a mark may name; the server counts by itself. */
export const missesAtMost = 1000

/** The longest list of a Make's names, in characters. */
export const lastCheckAtMost = 4000

/** The most members that a Make may name by id. */
export const presentAtMost = 200

/** The most names that a check may exclude. */
export const excludedAtMost = 5000

/** The most that it may exclude in all, each as often as it is excluded: its ledger keeps every one. */
export const excludedInAllAtMost = 20_000
