import { localTimeOf } from '../../../shared/season/local-time.ts'
import { freeAt, nobodyFree } from '../../../shared/shifts/free.ts'
import { slotMs } from '../../../shared/shifts/slots.ts'
import { type HeldShift, shiftsByMember, whyNoSwap } from '../../../shared/shifts/swaps.ts'
import type { Shift, Swap, TentShifts } from '../../../shared/shifts/tent-shifts.ts'
import { nameOf } from '../words/people.ts'
import { spanIn } from '../words/spans.ts'

type Picture = Pick<TentShifts, 'people' | 'timeZone' | 'me'>

/** `Ann gives away Thu Jan 29, 1:00–7:00 AM`, and who has taken it if it waits for approval. */
export function swapText(picture: Picture, swap: Swap): string {
  const said = offerText(picture, swap)
  if (swap.state === 'open') return `${said}.`
  const taker = calledIn(picture, swap.takenBy)
  return `${said}. ${taker} said yes; it waits until the captain or a deputy approves it.`
}

function offerText(picture: Picture, { kind, by, to, shift, forShift }: Swap): string {
  const [who, what] = [calledIn(picture, by), spanIn(picture.timeZone, shift)]
  const one = by === picture.me.memberId
  switch (kind) {
    case 'give':
      return `${who} ${one ? 'give' : 'gives'} ${what} ${to === null ? 'away' : `to ${calledIn(picture, to, 'you')}`}`
    case 'ask':
      return `${who} ${one ? 'ask' : 'asks'} ${calledIn(picture, shift.memberId, 'you')} for ${what}`
    case 'exchange': {
      const other = forShift === null ? '' : spanIn(picture.timeZone, forShift)
      const owner = calledIn(picture, forShift?.memberId ?? null, 'you')
      return `${who} ${one ? 'offer' : 'offers'} ${owner} ${what} for ${other}`
    }
  }
}

/** The text of the button that takes it. */
export function takeText({ kind }: Swap): string {
  return kind === 'give' ? 'Take it' : kind === 'ask' ? 'Give it' : 'Exchange'
}

/** One's own shifts that can be swapped: those that have not begun. */
export function ownShiftsToCome({
  plan,
  now,
  me,
}: Pick<TentShifts, 'plan' | 'now' | 'me'>): Shift[] {
  return plan.shifts.filter(
    ({ memberId, from }) => memberId === me.memberId && Date.parse(from) > Date.parse(now),
  )
}

/** Shifts of others with an account that I could ask for. */
export function shiftsToAskFor(
  picture: Pick<TentShifts, 'plan' | 'now' | 'me' | 'people' | 'timeZone'>,
): Shift[] {
  const { plan, now, me, people, timeZone } = picture
  const held = plan.shifts.filter(isHeld)
  const { memberId: by } = me
  if (by === null) return []
  const answer = people.find(({ id }) => id === by)?.availability ?? nobodyFree
  const facts = {
    now: Date.parse(now),
    shiftsOf: shiftsByMember(held),
    // By the answer itself: a shift may reach beyond the days shown. Who asks is who takes it.
    isFree: (_: string, { from, until }: Pick<Shift, 'from' | 'until'>) => {
      const begin = Date.parse(from)
      const slots = Array.from({ length: (Date.parse(until) - begin) / slotMs }, (_, slot) => ({
        local: localTimeOf(begin + slot * slotMs, timeZone),
      }))
      return !freeAt(answer, slots).includes('0')
    },
  }
  const withAccount = people.filter(({ hasAccount }) => hasAccount).map(({ id }) => id)
  return held.filter((shift) => {
    const { memberId: to } = shift
    const terms = { kind: 'ask', by, to, shift, forShift: null } as const
    return withAccount.includes(to) && whyNoSwap(facts, terms, to) === null
  })
}

function isHeld(shift: Shift): shift is HeldShift {
  return shift.memberId !== null
}

function calledIn(picture: Picture, memberId: string | null, me = 'You'): string {
  return memberId !== null && memberId === picture.me.memberId ? me : nameOf(picture, memberId)
}
