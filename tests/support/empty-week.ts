import { slotsOfDay } from '../../src/shared/shifts/tent-shifts.ts'
import type { Week } from '../../src/web/shifts/painter/week.ts'

/** A week without any availability. */
export const emptyWeek: Week = Array.from({ length: 7 }, () => '0'.repeat(slotsOfDay))
