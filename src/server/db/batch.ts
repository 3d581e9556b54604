import { setImmediate as nextTurn } from 'node:timers/promises'

type Waiting<Call, Answer> = {
  call: Call
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

type Options = {
  /** The largest number of calls in one batch. */
  atMost?: number
  /** Can a single call cause this error? Then each call of the batch is tried alone. */
  isOfOneCall?: (error: unknown) => boolean
}

/**
 * Runs calls in batches: calls of the same moment together, and those that come during a batch in
 * the next one. `work` returns the answers in the order of the calls. With `isOfOneCall` a failed
 * batch is run again call by call, so `work` must be safe to repeat.
 */
export function batch<Call, Answer>(
  work: (calls: Call[]) => Promise<Answer[]>,
  { atMost = Number.POSITIVE_INFINITY, isOfOneCall = () => false }: Options = {},
): (call: Call) => Promise<Answer> {
  const waiting: Waiting<Call, Answer>[] = []
  let isBusy = false

  async function run(group: Waiting<Call, Answer>[]): Promise<void> {
    try {
      const answers = await work(group.map(({ call }) => call))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (group.length > 1 && isOfOneCall(error)) for (const each of group) await run([each])
      else for (const { reject } of group) reject(error)
    }
  }

  async function runAll(): Promise<void> {
    isBusy = true
    do {
      // Calls that the network delivers in this same turn belong to the first batch. And with the
      // embedded engine the event loop would not run between two queries: let it run here.
      await nextTurn()
      await run(waiting.splice(0, atMost))
    } while (waiting.length > 0)
    isBusy = false
  }

  return (call) =>
    new Promise((resolve, reject) => {
      waiting.push({ call, resolve, reject })
      if (!isBusy) void runAll()
    })
}

/** As `batch`, for work without arguments: calls of one batch share one answer. */
export function together<Answer>(work: () => Promise<Answer>): () => Promise<Answer> {
  const call = batch(async (calls: null[]) => {
    const answer = await work()
    return calls.map(() => answer)
  })
  return () => call(null)
}
