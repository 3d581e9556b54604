import { call } from '../../api/call.ts'
import { readStored, removeStored, storedKeys, tokenKey, writeStored } from '../../api/storage.ts'
import { getToken } from '../../api/token.ts'
import { MarkQueue, type MarkStorage } from './mark-queue.ts'
import { ownSession } from './own-session.ts'

const timeoutMs = 15_000

/** Local storage; where it is blocked, marks live as long as the page does. */
const storage: MarkStorage = {
  keys: storedKeys,
  read: readStored,
  write: writeStored,
  remove: removeStored,
}

let own: { netID: string; queue: MarkQueue } | null = null

/** The marks of who is signed in now. The queue goes on sending when its screen is left. */
export function queueOf(netID: string): MarkQueue {
  if (own?.netID === netID) return own.queue
  own?.queue.close()
  const ownToken = ownSession({
    netID,
    currentToken: getToken,
    ownerOf: async (token) => (await call('verifyToken', undefined, { timeoutMs, token })).netID,
  })
  const queue = new MarkQueue({
    netID,
    storage,
    send: async (body) => call('mark', body, { timeoutMs, token: await ownToken() }),
    now: () => performance.now(),
  })
  own = { netID, queue }
  return queue
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') own?.queue.flush()
})
window.addEventListener('online', () => own?.queue.flush())
window.addEventListener('storage', ({ key }) => {
  // Signed in again: what was refused for want of a session is sent now.
  if (key === tokenKey) own?.queue.flush()
  else own?.queue.changedElsewhere(key)
})
