import type { CheckStatus } from '../../shared/tent-check/contract.ts'
import { call } from './call.ts'
import { getToken } from './token.ts'

/** How long an early answer may be used: the time a slow phone needs to draw the screen. */
const goodForMs = 10_000

let asked: { token: string; at: number; answer: Promise<CheckStatus> } | null = null

/** Requests the check's status early, while the tent check's screen is still loading. */
export function askCheckStatusAhead(): void {
  const token = getToken()
  if (token === null) return
  const answer = call('checkStatus')
  // The failure is reported to whoever takes the answer.
  answer.catch(() => {})
  asked = { token, at: performance.now(), answer }
}

/** The early answer, once, and only within the same session; else null. */
export function takeCheckStatusAhead(): Promise<CheckStatus> | null {
  const taken = asked
  asked = null
  const isGood = taken?.token === getToken() && performance.now() - taken.at < goodForMs
  return isGood ? taken.answer : null
}
