import { halfHours, type Week } from '../../src/web/shifts/painter/week.ts'

/** A week without any availability. */
export const emptyWeek: Week = Array.from({ length: 7 }, () => '0'.repeat(halfHours))
