import type { User } from '../../shared/accounts/contract.ts'
import { shiftsLimit } from '../accounts/limit-table.ts'
import type { Limits } from '../accounts/limits.ts'
import { findSessions } from '../accounts/sessions/store.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import type { Aside } from '../http/work-turns.ts'
import type { Write } from '../http/write.ts'
import { insertShiftAct, type KeptAct } from './log/store.ts'
import { type AskedTent, askedTent, findCurrentId, type Planning, planningOf } from './planning.ts'
import { lockShiftTent } from './store.ts'
import { requirePlanner } from './who.ts'

type Call = {
  session: { user: User; tokenHash: string }
  params: { tentId: string }
  address: string
  aside: Aside
  write: Write
}

/** What a change can use, read in the transaction that writes it. */
export type PlanningChange = {
  tx: Tx
  asked: AskedTent
  tentId: string
  now: Date
  /** The tent's whole planning; needed where a change depends on more than the people. */
  readAll: () => Promise<Planning>
  /** Records the change in the tent's log, with what is known of it by now. */
  record: (more?: Partial<KeptAct>) => Promise<void>
  /**
   * Records it for whoever may plan; 403 for others. `isChange` false: what is asked stands there
   * already, and recording that again and again would push older acts out of the log.
   */
  recordAsPlanner: (isChange?: boolean) => Promise<void>
}

/**
 * The only way to change a tent's planning: changes of a tent run one after the other. 429 for a
 * person who changes more than anyone would. `act` stands in the tent's log where `work` records
 * it, and if a super user helps, unless `work` says that nothing changes. `prepare`: what takes long, done within that limit and
 * before the transaction; `work` is given its result.
 */
export function changing(ctx: Pick<Context, 'config' | 'now'>, limits: Limits) {
  return async <T, Prepared = undefined>(
    { session, params, address, aside, write }: Call,
    act: KeptAct,
    work: (given: PlanningChange, prepared: Prepared) => Promise<T>,
    prepare: () => Promise<Prepared> = async () => undefined as Prepared,
  ): Promise<T> => {
    const { netID } = session.user
    await aside(() => limits.pass({ account: netID, address }, shiftsLimit(netID)))
    const prepared = await prepare()
    return write(async (tx) => {
      const now = ctx.now()
      const tentId = await findCurrentId(tx, params.tentId)
      await lockShiftTent(tx, tentId)
      // The session was read before all that was waited for. Not locked: whoever closes a season locks
      // people and plannings in the other order.
      const [current] = await findSessions(tx, [session.tokenHash], now)
      if (current === undefined) throw new Refusal('notSignedIn')
      const asked = await askedTent(ctx.config, tx, tentId, current.user)
      const { as, me } = asked
      let isSettled = false
      const record = async (more: Partial<KeptAct> = {}) => {
        isSettled = true
        await insertShiftAct(tx, { tentId, at: now, netID, as, ...act, ...more })
      }
      const recordAsPlanner = async (isChange = true) => {
        requirePlanner(as)
        isSettled = true
        if (isChange) await record()
      }
      const readAll = () => planningOf(tx, asked, now)
      const given = { tx, asked, tentId, now, readAll, record, recordAsPlanner }
      const result = await work(given, prepared)
      // An act that names nobody is done for the row that is theirs.
      if (as === 'superUser' && !isSettled) await record({ about: act.about ?? me })
      return result
    })
  }
}

export type ChangePlanning = ReturnType<typeof changing>
