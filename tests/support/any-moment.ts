import { setTimeout as wait } from 'node:timers/promises'

/**
 * Ends at any moment of the next so many ms: for what must hold whenever it happens, such as a kill, and
 * for the pace of people. Whatever can be seen is waited for by `until` instead.
 */
export const anyMomentWithin = (ms: number, random: () => number): Promise<void> =>
  wait(random() * ms)
