import { clockSkewMs } from '../clock-skew.ts'

/** Longer than any request takes. */
const requestAtMostMs = 15_000
/** The write of a server that died may still arrive until then, by the clock of any other server. */
export const underWayMs = requestAtMostMs + clockSkewMs
