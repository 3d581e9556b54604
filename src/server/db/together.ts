import { setImmediate as nextTurn } from 'node:timers/promises'

type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

type Options = {
  /** The most that go at once. */
  atMost?: number
  /** May one of the group be to blame? Then each is tried alone, and only that one is refused. */
  mayBeOne?: (error: unknown) => boolean
}

/**
 * Calls of the same moment go together, and those that come while some are under way are the next
 * group; `work` answers them in their order. Where it may be tried again for each alone, it must be safe to repeat.
 */
export function together<Asked, Answer>(
  work: (asked: Asked[]) => Promise<Answer[]>,
  { atMost = Number.POSITIVE_INFINITY, mayBeOne = () => false }: Options = {},
): (asked: Asked) => Promise<Answer> {
  const waiting: Waiting<Asked, Answer>[] = []
  let isBusy = false

  async function answer(group: Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await work(group.map(({ asked }) => asked))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (group.length > 1 && mayBeOne(error)) for (const each of group) await answer([each])
      else for (const { reject } of group) reject(error)
    }
  }

  async function answerAll(): Promise<void> {
    isBusy = true
    // Whatever else came over the network just now has its turn first, and goes along.
    await nextTurn()
    while (waiting.length > 0) await answer(waiting.splice(0, atMost))
    isBusy = false
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      if (!isBusy) void answerAll()
    })
}
