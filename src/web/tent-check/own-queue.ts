import { call } from '../api/call.ts'
import { getToken } from '../api/token.ts'
import { MarkQueue } from './mark-queue.ts'
import { markStorage } from './memory.ts'

const timeoutMs = 15_000

let own: { netID: string; token: string | null; queue: MarkQueue } | null = null

/**
 * The marks of who is signed in now. The queue goes on sending when its screen is left. It sends
 * by the session it was opened with, so that nobody's mark ever goes out under another name.
 */
export function queueOf(netID: string): MarkQueue {
  const token = getToken()
  if (own !== null && own.netID === netID && own.token === token) return own.queue
  own?.queue.close()
  const queue = new MarkQueue({
    netID,
    storage: markStorage,
    send: (body) => call('mark', body, { timeoutMs, token }),
    now: () => Date.now(),
  })
  own = { netID, token, queue }
  return queue
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') own?.queue.flush()
})
window.addEventListener('online', () => own?.queue.flush())
window.addEventListener('storage', ({ key, newValue }) => {
  if (key === null || newValue === null) own?.queue.removedElsewhere(key)
})
