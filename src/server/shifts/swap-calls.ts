import { momentText } from '../../shared/date-text.ts'
import { closerWords, type RefusalCode } from '../../shared/refusals.ts'
import { zoneAtChange } from '../../shared/season/local-time.ts'
import { mayArrive } from '../../shared/shifts/arrival.ts'
import { locksAfter } from '../../shared/shifts/locks.ts'
import {
  type HeldShift,
  movesOf,
  type NoSwap,
  type SwapTerms,
  shortAfter,
  whyNoSwap,
} from '../../shared/shifts/swaps.ts'
import type { Context } from '../context.ts'
import { lowerCased } from '../db/lower-cased.ts'
import type { Handlers } from '../http/endpoints.ts'
import { Refusal } from '../http/refusal.ts'
import type { ChangePlanning, PlanningChange } from './change.ts'
import { hasAccount, heldShifts, type Planning, requireMe, requireMember } from './planning.ts'
import {
  type KeptShift,
  listShifts,
  updateArrived,
  updateShiftOwner,
  updateShiftTent,
} from './store.ts'
import { byId, factsOf, shiftsIn, shownSwaps, slotsWith, takerOf, termsOf } from './swapping.ts'
import {
  insertSwap,
  type KeptSwap,
  listSwaps,
  removeSwap,
  removeSwapsOf,
  updateSwapTaken,
} from './swaps/store.ts'
import { requirePlanner } from './who.ts'

/** The most open offers of one member. */
const offersAtMost = 50

/** The calls about swaps, and about who is there. */
export function swapCalls(
  { newId }: Pick<Context, 'newId'>,
  change: ChangePlanning,
): Handlers<
  'offerSwap' | 'takeSwap' | 'approveSwap' | 'withdrawSwap' | 'arriveAtShift' | 'takeBackArrival'
> {
  return {
    async offerSwap(call) {
      const given = lowerCased(call.body, ['shiftId', 'forShiftId', 'to'])
      const id = newId()
      await change(call, { what: 'swapOffered' }, async ({ tx, readAll, tentId, now }) => {
        const planning = await readAll()
        const by = requireMe(planning)
        const { kind, shiftId, forShiftId = null, to = null } = given
        if ((kind === 'exchange') !== (forShiftId !== null) || (kind !== 'give' && to !== null)) {
          throw new Refusal('swapIncomplete')
        }
        if (to !== null) requireMember(planning, to)
        const mine = (await listSwaps(tx, tentId)).filter((swap) => swap.by === by)
        // Those that are not possible any more are shown to nobody, and cannot be withdrawn.
        const open = shownSwaps(planning, mine, now)
        if (open.length >= offersAtMost) throw new Refusal('tooManySwaps')
        const isSame = (swap: KeptSwap) =>
          swap.kind === kind && swap.shiftId === shiftId && swap.forShiftId === forShiftId
        if (mine.some(isSame)) throw new Refusal('swapOffered')
        const swap = { id, kind, by, to, shiftId, forShiftId, takenBy: null, at: now }
        requireTaker(planning, swap, now)
        await insertSwap(tx, tentId, swap)
      })
      return { ok: true, id }
    },

    async takeSwap(call) {
      const { swapId } = lowerCased(call.params, ['swapId'])
      const waits = await change(call, { what: 'swapTaken' }, async (changing) => {
        const { tx } = changing
        const planning = await changing.readAll()
        const me = requireMe(planning)
        const swap = await findSwap(changing, swapId)
        const taker = takerOf(planning, swap)
        // They may not have got the answer.
        if (taker === me) return true
        if (taker !== null) throw new Refusal('swapGone')
        const terms = requirePossible(planning, swap, me, changing.now)
        if (planning.kept.settings.approvesSwaps && planning.as === 'member') {
          await updateSwapTaken(tx, swapId, me)
          return true
        }
        await carryOut(changing, planning, terms, me, swap.by)
        return false
      })
      return { ok: true, waits }
    },

    async approveSwap(call) {
      const { swapId } = lowerCased(call.params, ['swapId'])
      const { value, takenBy: seen } = lowerCased(call.body, ['takenBy'])
      const what = value ? 'swapApproved' : 'swapDeclined'
      await change(call, { what }, async (changing) => {
        const { tx, record } = changing
        const planning = await changing.readAll()
        requirePlanner(planning.as)
        const swap = await findSwap(changing, swapId)
        const takenBy = takerOf(planning, swap)
        if (takenBy === null || takenBy !== (seen ?? takenBy)) throw new Refusal('swapGone')
        if (!value) {
          await record({ about: takenBy })
          return updateSwapTaken(tx, swapId, null)
        }
        const terms = requirePossible(planning, swap, takenBy, changing.now)
        await carryOut(changing, planning, terms, takenBy, takenBy)
      })
      return { ok: true }
    },

    async withdrawSwap(call) {
      const { swapId } = lowerCased(call.params, ['swapId'])
      await change(call, { what: 'swapWithdrawn' }, async (changing) => {
        const { asked, tx, record } = changing
        const swap = await findSwap(changing, swapId)
        if (swap.by !== asked.me) {
          requirePlanner(asked.as)
          await record({ about: swap.by })
        }
        await removeSwap(tx, swapId)
      })
      return { ok: true }
    },

    async arriveAtShift(call) {
      const { shiftId } = lowerCased(call.params, ['shiftId'])
      await change(call, { what: 'arrived' }, async (changing) => {
        const { arrivedAt } = await findOwnShift(changing, shiftId)
        if (arrivedAt === null) await updateArrived(changing.tx, shiftId, changing.now)
      })
      return { ok: true }
    },

    async takeBackArrival(call) {
      const { shiftId } = lowerCased(call.params, ['shiftId'])
      await change(call, { what: 'arrivalTakenBack' }, async (changing) => {
        await findOwnShift(changing, shiftId)
        await updateArrived(changing.tx, shiftId, null)
      })
      return { ok: true }
    },
  }
}

/** The person's own shift, while it can be said that they are there. */
async function findOwnShift(
  { tx, asked, tentId, now }: PlanningChange,
  shiftId: string,
): Promise<KeptShift> {
  const me = requireMe(asked)
  const shift = (await listShifts(tx, tentId)).find(({ id }) => id === shiftId)
  if (shift === undefined) throw new Refusal('unknownShift')
  const span = { from: +shift.from, until: +shift.until }
  if (shift.memberId !== me || !mayArrive(span, +now)) throw new Refusal('notYourTurn')
  return shift
}

async function findSwap({ tx, tentId }: PlanningChange, id: string): Promise<KeptSwap> {
  const swap = (await listSwaps(tx, tentId)).find((one) => one.id === id)
  if (swap === undefined) throw new Refusal('swapGone')
  return swap
}

/** The terms of the offer; 409 if this person cannot take it now. */
function requirePossible(planning: Planning, swap: KeptSwap, taker: string, now: Date): SwapTerms {
  const held = heldShifts(planning)
  const terms = termsOf(byId(held), swap)
  if (terms === null) throw new Refusal('swapGone')
  const facts = factsOf(planning, held, now)
  const why = whyNoSwap(facts, terms, taker)
  if (why === 'onShift') requireEnough(planning, held, terms, taker)
  if (why !== null) throw new Refusal(refusalOf[why])
  return terms
}

/** Says at which time too few would be there, by the season's clock. */
function requireEnough(
  planning: Planning,
  shifts: readonly HeldShift[],
  terms: SwapTerms,
  taker: string,
): void {
  const slots = slotsWith(planning, shiftsIn(terms))
  const short = shortAfter(slots, shifts, movesOf(terms, taker))
  if (short === null) return
  const { timeZone } = planning.needs.rules
  const when = momentText(short.at, timeZone) + zoneAtChange(Date.parse(short.at), timeZone)
  throw new Refusal('swapShort', { text: closerWords.swapShort(when, short.missing) })
}

const refusalOf: Record<NoSwap, RefusalCode> = {
  over: 'swapOver',
  notTheirs: 'swapNotYours',
  own: 'swapNotYours',
  onShift: 'swapOnShift',
  notFree: 'swapNotFree',
}

/** An offer to one person must be one that they can take, with an account to take it by. */
function requireTaker(planning: Planning, swap: KeptSwap, now: Date): void {
  const held = byId(heldShifts(planning))
  const owner = (id: string | null) => held.get(id ?? '')?.memberId
  const meant = swap.to ?? owner(swap.kind === 'ask' ? swap.shiftId : swap.forShiftId)
  if (swap.kind !== 'ask' && owner(swap.shiftId) !== swap.by) throw new Refusal('swapNotYours')
  if (meant !== undefined) {
    if (!hasAccount(planning, meant)) throw new Refusal('swapNoAccount')
    requirePossible(planning, swap, meant, now)
    return
  }
  const terms = termsOf(held, swap)
  if (terms === null) throw new Refusal('swapGone')
  // An offer to everyone is possible even if nobody is free yet.
  if (Date.parse(terms.shift.from) <= now.getTime()) throw new Refusal('swapOver')
}

/**
 * Gives each shift, with its locks, to its new owner, deletes all other offers with it, and records
 * which shift changed hands. `about`: whose swap it is.
 */
async function carryOut(
  { tx, tentId, record }: PlanningChange,
  { kept: { locks } }: Planning,
  terms: SwapTerms,
  taker: string,
  about: string,
): Promise<void> {
  const moves = movesOf(terms, taker)
  await record({
    about,
    moves: moves.map(({ shift: { from, until, memberId }, to }) => ({
      from,
      until,
      was: memberId,
      becomes: to,
    })),
  })
  for (const { shift, to } of moves) await updateShiftOwner(tx, shift.id, to)
  if (locks.length > 0) await updateShiftTent(tx, tentId, { locks: locksAfter(locks, moves) })
  await removeSwapsOf(
    tx,
    shiftsIn(terms).map(({ id }) => id),
  )
}
