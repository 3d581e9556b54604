import type { Worker } from 'node:worker_threads'
import { startThread, threadProgram } from '../thread.ts'
import { notThere, type PushSettings, type SendPush } from './client.ts'
import type { PushAnswered, PushAsked } from './push-thread.ts'

const ownProgram = threadProgram('push-thread', import.meta.url)

/**
 * Sends pushes in a thread: encrypting 1,600 of them takes more than a second, during which no mark
 * could be acknowledged. If the thread fails, what it still had to do is to be tried later, and the
 * next push starts a new thread.
 */
export function threadedPushClient(
  settings: PushSettings,
  onError: (error: Error) => void,
  program = ownProgram,
): { send: SendPush; close: () => void } {
  let thread: Worker | null = null
  let lastId = 0
  const waiting = new Map<number, (pushed: PushAnswered['pushed']) => void>()

  function begin(): Worker {
    const begun = startThread(program, settings)
    begun.on('message', ({ id, pushed }: PushAnswered) => {
      waiting.get(id)?.(pushed)
      waiting.delete(id)
    })
    begun.on('error', onError)
    begun.on('exit', () => {
      thread = null
      for (const answer of waiting.values()) answer(notThere)
      waiting.clear()
    })
    return begun
  }

  return {
    send: (...push) =>
      new Promise((resolve) => {
        thread ??= begin()
        lastId += 1
        waiting.set(lastId, resolve)
        thread.postMessage({ id: lastId, push } satisfies PushAsked)
      }),
    /**
     * Does not wait for push services: what is under way gets no answer, as if the server were
     * killed.
     */
    close() {
      waiting.clear()
      void thread?.terminate()
    },
  }
}
