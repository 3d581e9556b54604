/** The longest list of a Make's names, in characters. */
export const lastCheckAtMost = 4000

/** The most members that a Make may name by id. */
export const presentAtMost = 200

/** The most names that a check may exclude. */
export const excludedAtMost = 5000
