import type { Context } from '../context.ts'
import type { Statement, Tx } from '../db/database.ts'
import type { Audiences } from './audiences.ts'

/** What other servers are told of: the ledger of a check, what a person may do, who is where. */
export type Notification = 'check' | `person ${string}` | `presence ${string}`

/** What a server, by its id, says of who is where on its pages. */
type TakePresence = (from: string, text: string) => void

/** Several servers on one database tell each other what each has to tell its own pages. */
export function betweenServers(
  { db, log, newId }: Pick<Context, 'db' | 'log' | 'newId'>,
  audiences: Audiences,
) {
  /** Tells our own notifications from those of other servers. */
  const serverId = newId()
  let lookAtCheck = async () => {}
  let takePresence: TakePresence = () => {}

  async function received(notification: string | null): Promise<void> {
    // The connection to the others was away: anything may have happened meanwhile.
    if (notification === null) {
      await lookAtCheck().finally(audiences.placeAllAgain)
      return
    }
    const [from = '', about = '', ...words] = notification.split(' ')
    const text = words.join(' ')
    if (from === serverId) return
    if (about === 'person') await audiences.placePersonAgain(text)
    else if (about === 'presence') takePresence(from, text)
    else await lookAtCheck()
  }

  /** What is committed stands, whether or not open pages can be told of it. */
  function follow(work: Promise<void>): Promise<void> {
    return work.catch((error) => {
      log.error({ err: error }, 'open pages could not follow a change')
    })
  }

  return {
    notify: (tx: Tx, notification: Notification) => tx.notify(`${serverId} ${notification}`),
    notificationIn: (statement: Statement, notification: Notification) =>
      statement.notification(`${serverId} ${notification}`),
    notifyAtOnce: (notification: Notification) => db.notify(`${serverId} ${notification}`),
    onPresence(take: TakePresence): void {
      takePresence = take
    },
    onCheckNotification(look: () => Promise<void>): void {
      lookAtCheck = look
    },
    follow,
    subscribe: () => db.subscribe((notification) => void follow(received(notification))),
  }
}
