import { call } from '../../api/call.ts'
import { endSession, formerSession } from '../../api/former-session.ts'
import {
  readStored,
  readStoredJson,
  removeStored,
  storedKeys,
  tokenKey,
  undoKeyPrefix,
  writeStored,
} from '../../api/storage.ts'
import { getToken } from '../../api/token.ts'
import { MarkQueue, type MarkStorage } from './mark-queue.ts'
import { ownSession } from './own-session.ts'
import { type StoredUndo, UndoQueue } from './undo-queue.ts'

const timeoutMs = 15_000

/** Local storage; if it is blocked, marks are lost with the page. */
const storage: MarkStorage = {
  keys: storedKeys,
  read: readStored,
  write: writeStored,
  remove: removeStored,
}

export type Own = { netID: string; queue: MarkQueue; undos: UndoQueue }

let own: Own | null = null

/** The session that `own` still sends with, since somebody else has signed in here. */
let formerToken: string | null = null

function isAllSent({ queue, undos }: Own): boolean {
  return queue.getState().marks.every(({ refusal }) => refusal !== null) && !undos.hasToSend()
}

function endWhenSent(): void {
  if (own === null || formerToken === null || !isAllSent(own)) return
  endSession(formerToken)
  formerToken = null
}

formerSession.isKept = (netID, token) => {
  if (own?.netID !== netID || isAllSent(own)) return false
  formerToken = token
  return true
}

/** The signed-in person's marks and undos; they are also sent on other screens. */
export function queuesOf(netID: string): Own {
  // A mark under way is answered first, by three calls at most; what is left waits for the next
  // sign-in.
  if (formerToken !== null) setTimeout(endSession, 3 * timeoutMs, formerToken)
  formerToken = null
  if (own?.netID === netID) return own
  own?.queue.close()
  own?.undos.close()
  const ownToken = ownSession({
    netID,
    currentToken: () => formerToken ?? getToken(),
    // The cookie stays that of whoever is signed in here by now.
    ownerOf: async (token) =>
      (await call('verifyToken', undefined, { timeoutMs, token, cookie: false })).netID,
  })
  const queue = new MarkQueue({
    netID,
    storage,
    send: async (body) => (await call('mark', body, { timeoutMs, token: await ownToken() })).mark,
    isOnline: () => navigator.onLine,
    reach: async () => {
      const token = await ownToken()
      await call('verifyToken', undefined, { timeoutMs, token, cookie: false })
    },
    now: () => performance.now(),
  })
  const undoKeyOf = ({ undoId }: StoredUndo) => `${undoKeyPrefix(netID)}${undoId}`
  const undos = new UndoQueue({
    read: () =>
      storedKeys()
        .filter((key) => key.startsWith(undoKeyPrefix(netID)))
        .flatMap((key) => readStoredJson<StoredUndo>(key) ?? []),
    write: (undo) => writeStored(undoKeyOf(undo), JSON.stringify(undo)),
    remove: (undo) => removeStored(undoKeyOf(undo)),
    send: async (body) => {
      const { number } = await call('undoMark', body, { timeoutMs, token: await ownToken() })
      return number
    },
    numberOf: (markId) => queue.numberOf(markId),
    now: () => performance.now(),
  })
  queue.subscribe(() => {
    undos.flush()
    endWhenSent()
  })
  undos.subscribe(endWhenSent)
  own = { netID, queue, undos }
  return own
}

function flush(): void {
  own?.queue.flush()
  own?.undos.flush()
}

document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') flush()
})
window.addEventListener('online', flush)
window.addEventListener('storage', ({ key }) => {
  // After signing in again, marks that were refused without a session are sent.
  if (key === tokenKey) return flush()
  if (own === null) return
  own.queue.changedElsewhere(key)
  const prefix = undoKeyPrefix(own.netID)
  if (key === null) own.undos.changedElsewhere(null)
  else if (key.startsWith(prefix)) own.undos.changedElsewhere(key.slice(prefix.length))
})
