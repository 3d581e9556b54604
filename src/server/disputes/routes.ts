import { can } from '../../shared/access.ts'
import { hasProven } from '../../shared/accounts/proof.ts'
import { firstNameFor } from '../../shared/accounts/rules.ts'
import type { Dispute, disputesApi } from '../../shared/disputes/contract.ts'
import { disputeTextAtLeast } from '../../shared/disputes/limits.ts'
import { closerWords } from '../../shared/refusals.ts'
import { netIDMasker } from '../../shared/tents/net-ids.ts'
import { listFirstNames, listNames } from '../accounts/store.ts'
import { cached } from '../db/cached.ts'
import { lowerCased } from '../db/lower-cased.ts'
import type { Handlers, ReadContext } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import { answerDispute } from '../tent-check/ledger/commands/answer-dispute.ts'
import type { Ledger } from '../tent-check/ledger/ledger.ts'
import { listChecks } from '../tent-check/ledger/store.ts'
import { knownNetIDs } from '../tents/known-net-ids.ts'
import { memberTentsFinder, ownTentFinder, requireProof } from '../tents/own-tent.ts'
import { listTentsWithMembers } from '../tents/store.ts'
import { tentsToRead } from './rules.ts'
import { type DisputeRow, findDispute, listDisputes } from './store.ts'
import { writeDispute } from './write-dispute.ts'

export function disputesRoutes(
  ctx: ReadContext,
  ledger: Pick<Ledger, 'run'>,
): Handlers<keyof typeof disputesApi> {
  const readTents = cached(ctx, () => ctx.db.read(listTentsWithMembers))

  return {
    async fileDispute({ session, body, write }) {
      requireProof(ctx.config, session.user)
      // Whoever has a role sees their tent without this.
      if (!hasProven(ctx.config.confirmNetIDs, session.user)) {
        throw new Refusal('notConfirmed', { text: closerWords.disputeNeedsProof })
      }
      // Whoever has no tent takes no transaction.
      if (memberTentsFinder(ctx.config, await readTents())(session.user).length === 0) {
        throw new Refusal('noTentOfYours')
      }
      const { checkId } = lowerCased(body, ['checkId'])
      // A check in progress is not locked: its marks would wait for this.
      const [row] = await ctx.db.read((reader) => listChecks(reader, [checkId]))
      if (row === undefined) throw new Refusal('unknownCheck')
      if (row.endedAt === null) throw new Refusal('nothingToDispute')
      const id = ctx.newId()
      const text = withWords(body.text, disputeTextAtLeast)
      const filed = { id, checkId, tentId: body.tentId, user: session.user, text }
      await write((tx) => writeDispute(ctx, tx, filed))
      return { ok: true, id }
    },

    async listDisputes({ session: { user } }) {
      const tents = await readTents()
      const ownTent = ownTentFinder(ctx.config, tents)(user)
      const ids = tentsToRead(ctx.config, tents, user, ownTent)
      const left = tents.filter((tent) => tent.hasLeft && ids.has(tent.id))
      const more = left.length > 0 && {
        leftTents: left.map(({ id, order, name }) => ({ id, order, name })),
      }
      return ctx.db.read(async (reader) => {
        if (can(user, 'superUser')) {
          const all = await listDisputes(reader)
          const names = await listNames(reader, peopleIn(all))
          return { disputes: shown(all, wholly(names)), ...more }
        }
        if (ids.size === 0) return { disputes: [] }
        const rows = await listDisputes(reader, { tentIds: [...ids] })
        const names = await listFirstNames(reader, peopleIn(rows))
        const netIDs = await knownNetIDs(reader, rows)
        // After the season is closed neither words nor people are left to show.
        const ofThisSeason = rows.filter(({ filedBy }) => filedBy !== null)
        return { disputes: shown(ofThisSeason, forMember(names, user.netID, netIDs)), ...more }
      })
    },

    async answerDispute({ session, params, body }) {
      const { id } = lowerCased(params, ['id'])
      const dispute = await ctx.db.read((reader) => findDispute(reader, id))
      if (dispute === undefined) throw new Refusal('unknownDispute')
      const { checkId, tentId } = dispute
      const text = withWords(body.text, 1)
      await ledger.run(answerDispute, { id, checkId, tentId, outcome: body.outcome, text }, session)
      return { ok: true }
    },
  }
}

/** Trims the text; at least so many characters must remain. */
function withWords(text: string, atLeast: number): string {
  const words = text.trim()
  // As the schema counts them: an emoji is one.
  if ([...words].length >= atLeast) return words
  throw new Refusal('badRequest', { text: `text must have ${atLeast} characters or more.` })
}

type Rows = Awaited<ReturnType<typeof listDisputes>>

/** How people and texts are shown to one reader. */
type View = { person: (netID: string) => Dispute['by']; words: (text: string) => string }

function wholly(names: ReadonlyMap<string, string>): View {
  return {
    person: (netID) => ({ netID, name: names.get(netID) ?? '' }),
    words: (text) => text,
  }
}

/** Members see first names only, and no netIDs of others in texts. */
function forMember(
  firstNames: ReadonlyMap<string, string>,
  ownNetID: string,
  netIDs: ReadonlySet<string>,
): View {
  const { inSentences } = netIDMasker(ownNetID, netIDs)
  return {
    person: (netID) => {
      const firstName = firstNames.get(netID) ?? ''
      return { netID: null, name: firstNameFor(ownNetID, { netID, firstName }) }
    },
    words: inSentences,
  }
}

function peopleIn(rows: Rows): string[] {
  return rows.flatMap(({ filedBy, answeredBy }) => [filedBy ?? [], answeredBy ?? []].flat())
}

function shown(rows: Rows, view: View): Dispute[] {
  return rows.map((row) => ({
    id: row.id,
    checkId: row.checkId,
    tentId: row.tentIdNow,
    order: row.order,
    at: row.filedAt.toISOString(),
    by: row.filedBy === null ? { netID: null, name: '' } : view.person(row.filedBy),
    text: view.words(row.text),
    answer: answerOf(row, view),
    ...(row.filedBy === null ? { seasonClosed: true } : {}),
  }))
}

function answerOf(
  { outcome, answer, answeredBy, answeredAt }: DisputeRow,
  { person, words }: View,
): Dispute['answer'] {
  if (outcome === null || answer === null || answeredBy === null || answeredAt === null) return null
  return { outcome, text: words(answer), by: person(answeredBy), at: answeredAt.toISOString() }
}
