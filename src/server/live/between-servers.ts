import type { Context } from '../context.ts'
import type { Statement, Tx } from '../db/database.ts'
import type { Audiences } from './audiences.ts'

/** What other servers are told of: the ledger of a check, or what a person may do. */
export type Bell = 'check' | `person ${string}`

/** Several servers on one database tell each other what each has to tell its own pages. */
export function betweenServers(
  { db, log, newId }: Pick<Context, 'db' | 'log' | 'newId'>,
  audiences: Audiences,
) {
  /** Tells our own bells from those of other servers. */
  const serverId = newId()
  let lookAtCheck = async () => {}

  async function heard(bell: string | null): Promise<void> {
    // The connection to the others was away: anything may have happened meanwhile.
    if (bell === null) {
      await lookAtCheck().finally(audiences.placeAllAgain)
      return
    }
    const [from, about = '', netID = ''] = bell.split(' ')
    if (from === serverId) return
    if (about === 'person') await audiences.placePersonAgain(netID)
    else await lookAtCheck()
  }

  /** What is committed stands, whether or not open pages can be told of it. */
  function follow(work: Promise<void>): Promise<void> {
    return work.catch((error) => {
      log.error({ err: error }, 'open pages could not follow a change')
    })
  }

  return {
    ring: (tx: Tx, bell: Bell) => tx.notify(`${serverId} ${bell}`),
    bellIn: (statement: Statement, bell: Bell) => statement.notification(`${serverId} ${bell}`),
    onCheckBell(look: () => Promise<void>): void {
      lookAtCheck = look
    },
    follow,
    hearOthers: () => db.subscribe((bell) => void follow(heard(bell))),
  }
}
