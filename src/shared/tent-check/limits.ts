/** How long the names of a Make may be in all, in characters. */
export const lastCheckAtMost = 4000

/** How many members a Make may name by their ids. */
export const presentAtMost = 200
