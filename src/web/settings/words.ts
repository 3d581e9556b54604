import { counted } from '../../shared/counted.ts'

/** Before Airtable is disconnected: what that means for the results that wait. */
export function resultsWaitText(count: number): string {
  const wait = count === 1 ? 'waits' : 'wait'
  return `${counted(count, 'result')} still ${wait} to be sent. Nothing that waits reaches Airtable while it is disconnected.`
}
