import type { CheckStatus } from '../../shared/tent-check/contract.ts'
import { call } from './call.ts'
import { getToken } from './token.ts'

/** An answer is of use for as long as a slow phone may take to draw the screen that needs it. */
const goodForMs = 10_000

let asked: { token: string; at: number; answer: Promise<CheckStatus> } | null = null

/** Asks how the check stands for whoever is signed in, while the screen that needs it is on its way. */
export function askCheckStatusAhead(): void {
  const token = getToken()
  if (token === null) return
  const answer = call('checkStatus')
  // Whoever takes it hears of a failure.
  answer.catch(() => {})
  asked = { token, at: performance.now(), answer }
}

/** The answer that was asked for ahead, once, and only by the same session; else null. */
export function takeCheckStatusAhead(): Promise<CheckStatus> | null {
  const taken = asked
  asked = null
  const isGood = taken?.token === getToken() && performance.now() - taken.at < goodForMs
  return isGood ? taken.answer : null
}
