import { can } from '../../shared/access.ts'
import type { MarkBody, Outcome, tentCheckApi } from '../../shared/tent-check/contract.ts'
import { lowerCased } from '../db/lower-cased.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { call, undoCall } from './ledger/commands/call.ts'
import { close } from './ledger/commands/close.ts'
import { mark } from './ledger/commands/mark.ts'
import { missRest } from './ledger/commands/miss-rest.ts'
import { reopen } from './ledger/commands/reopen.ts'
import { start } from './ledger/commands/start.ts'
import { undo } from './ledger/commands/undo.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { ReadPictures } from './pictures.ts'

export function tentCheckRoutes(
  { newId }: Pick<ReadContext, 'newId'>,
  ledger: Ledger,
  readPictures: ReadPictures,
): Handlers<keyof typeof tentCheckApi> {
  return {
    async checkStatus({ session }) {
      const audience = can(session?.user ?? null, 'lineMonitor') ? 'lineMonitors' : 'visitors'
      // The notification about another server's write may not have arrived yet.
      return (await readPictures(await ledger.look()))[audience]
    },

    async startCheck({ session, body }) {
      const tentIds = body.tents.map(({ id }) => id)
      const args = { checkId: newId(), tentIds, numCheckers: body.numCheckers }
      const { checkId } = await ledger.run(start, args, session)
      return { ok: true, checkId }
    },

    async endCheck({ session, body }) {
      const { ifEmpty = false, ...meant } = lowerCased(body, ['checkId'])
      await ledger.run(close, { ...meant, how: 'ended', onlyIfEmpty: ifEmpty }, session)
      return { ok: true }
    },

    async cancelCheck({ session, body }) {
      const meant = lowerCased(body, ['checkId'])
      await ledger.run(close, { ...meant, how: 'cancelled', onlyIfEmpty: false }, session)
      return { ok: true }
    },

    async undoMark({ session, body }) {
      const args = lowerCased(body, ['checkId', 'undoId'])
      return { ok: true, ...(await ledger.run(undo, args, session)) }
    },

    async missRest({ session, body }) {
      const args = lowerCased(body, ['checkId', 'restId'])
      return { ok: true, ...(await ledger.run(missRest, args, session)) }
    },

    async callTents({ session, body }) {
      return { ok: true, ...(await ledger.run(call, lowerCased(body, ['checkId']), session)) }
    },

    async undoCall({ session, body }) {
      await ledger.run(undoCall, lowerCased(body, ['checkId']), session)
      return { ok: true }
    },

    async reopenCheck({ session, params }) {
      await ledger.run(reopen, lowerCased(params, ['checkId']), session)
      return { ok: true }
    },

    async mark({ session, body }) {
      const args = {
        outcome: askedOutcome(body),
        body: lowerCased(body, ['markId', 'checkId', 'present']),
      }
      return { ok: true, mark: await ledger.run(mark, args, session) }
    },
  }
}

/** Which of the two outcomes a body names; both or none is refused. */
function askedOutcome(body: MarkBody): Outcome {
  if ((body.misses === undefined) === (body.lastCheck === undefined))
    throw new Refusal('missOrMake')
  return body.misses === undefined ? 'make' : 'miss'
}
