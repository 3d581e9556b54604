import type { Context } from '../context.ts'
import type { Statement, Tx } from '../db/database.ts'
import type { Audiences } from './audiences.ts'

/** Handles a notification of its topic; `from` identifies the server that sent it. */
type TakeNotification = (text: string, from: string) => Promise<void> | void

/**
 * Servers on one database notify each other of what each has to send to its own pages. A
 * notification is a topic (one word), optionally followed by a space and a text.
 */
export function betweenServers(
  { db, log, newId }: Pick<Context, 'db' | 'log' | 'newId'>,
  audiences: Audiences,
) {
  /** Distinguishes our own notifications from those of other servers. */
  const serverId = newId()
  const topics = new Map<string, TakeNotification>([
    ['person', (netID) => audiences.reassignRoomsOf(netID)],
  ])
  const catchingUp: (() => Promise<void>)[] = []

  async function receive(notification: string | null): Promise<void> {
    // The connection for notifications was lost: anything may have happened meanwhile.
    if (notification === null) {
      const caughtUp = Promise.all(catchingUp.map((catchUp) => catchUp()))
      await caughtUp.finally(audiences.reassignAllRooms)
      return
    }
    const [from = '', topic = '', ...words] = notification.split(' ')
    if (from !== serverId) await topics.get(topic)?.(words.join(' '), from)
  }

  /** The change is committed, even if open pages could not be updated: only log the error. */
  function follow(work: Promise<void>): Promise<void> {
    return work.catch((error) => {
      log.error({ err: error }, 'open pages could not follow a change')
    })
  }

  return {
    follow,
    /** What features get of it. */
    others: {
      /**
       * To be called when a person's role or sessions change. Once it is committed, their open pages,
       * here and on other servers, move to the rooms of their new rights; pages whose session has
       * ended are disconnected and connect again. The transaction resolves once that is done here.
       */
      async personChanged(tx: Tx, netID: string): Promise<void> {
        await tx.notify(`${serverId} person ${netID}`)
        tx.afterCommit(() => follow(audiences.reassignRoomsOf(netID)))
      },
      /** Notifies the other servers of the database once a statement has run, as part of it. */
      notificationIn: (statement: Statement, notification: string) =>
        statement.notification(`${serverId} ${notification}`),
      /** Notifies the other servers immediately; not delivered reliably. */
      notifyAtOnce: (notification: string) => follow(db.notify(`${serverId} ${notification}`)),
      /** Handles other servers' notifications of a topic. */
      onNotification: (topic: string, take: TakeNotification) => void topics.set(topic, take),
      /** Called when notifications of other servers may have been lost. */
      onMissedNotifications: (catchUp: () => Promise<void>) => void catchingUp.push(catchUp),
      /** Starts to receive notifications of other servers; returns what stops it. */
      subscribe: () => db.subscribe((notification) => void follow(receive(notification))),
    },
  }
}
