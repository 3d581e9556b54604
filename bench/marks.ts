import { randomUUID } from 'node:crypto'
import { post } from '../tests/support/calls.ts'
import type { ServerProcess } from '../tests/support/server-process.ts'
import { median, quantile } from './figures.ts'

/**
 * A check of these tents from its start to its end, marked by so many phones at once, the first
 * `misses` of them Misses; gives how long each mark took until it was acknowledged, in ms.
 */
export async function timedCheck(
  server: ServerProcess,
  token: string,
  tents: readonly { id: string }[],
  { phones, misses }: { phones: number; misses: number },
): Promise<number[]> {
  const body = { tents: tents.map(({ id }) => ({ id })), numCheckers: phones }
  await post(server, token, 'start-check', body)
  const times: number[] = []
  const waiting = tents.entries()
  const phone = async () => {
    for (const [index, { id }] of waiting) {
      const said = index < misses ? { misses: 1 } : { lastCheck: '' }
      const startedAt = performance.now()
      const answer = await post(server, token, 'tent-checks/update', {
        id,
        markId: randomUUID(),
        ...said,
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`A mark was answered with ${answer.status}`)
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: phones }, phone))
  await post(server, token, 'end-check', {})
  return times
}

/** How long marks took beside something, and without it: a row for the median and one for p99. */
export function marksBeside(beside: number[][], alone: number[][]): string[][] {
  const at = (share: number, samples: number[][]) =>
    median(samples.map((each) => quantile(each, share)))
  return [0.5, 0.99].map((share) => [
    `mark p${share * 100} ms`,
    at(share, beside).toFixed(2),
    at(share, alone).toFixed(2),
    (at(share, beside) / at(share, alone)).toFixed(2),
  ])
}
