type Waiting<Asked, Answer> = {
  asked: Asked
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Calls that come while one is under way wait for it, then go together as the next, at most
 * `atMost` of them; `work` answers them in their order. Where a whole group fails each is tried
 * alone: one that the database refuses must not take the others with it. So `work` must be safe
 * to repeat.
 */
export function together<Asked, Answer>(
  work: (asked: Asked[]) => Promise<Answer[]>,
  atMost: number,
): (asked: Asked) => Promise<Answer> {
  const waiting: Waiting<Asked, Answer>[] = []
  let isBusy = false

  async function answer(group: Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await work(group.map(({ asked }) => asked))
      for (const [index, { resolve }] of group.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      if (group.length > 1) for (const each of group) await answer([each])
      else for (const { reject } of group) reject(error)
    }
  }

  async function answerAll(): Promise<void> {
    isBusy = true
    while (waiting.length > 0) await answer(waiting.splice(0, atMost))
    isBusy = false
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject })
      if (!isBusy) void answerAll()
    })
}
