import type { Api } from '../../shared/api.ts'
import type { OwnTentNow, RecordedCheck } from '../../shared/check-history/contract.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { Times } from '../ui/times.ts'
import { correctionText, outcomeWords } from './words.ts'

type Now = ResponseOf<Api['now']>

/** How a tent stands, in few words. `light`: how its picture is drawn. */
export type TentPicture = {
  light: 'lit' | 'dark' | 'waiting' | 'none'
  /** It is about the check that is on. */
  isLive: boolean
  /** The past check of the record that it is about; null: none, or it is not read yet. */
  checkId: string | null
  /** '' where the word needs none. */
  label: string
  word: string
  /** The time, in words; '' for none. */
  when: string
  notes: string[]
}

const lights = { make: 'lit', miss: 'dark', none: 'none' } as const

/** `last`: the newest check of its record, which may be read later than `tent`; undefined: none. */
export function standingIn(
  check: Now['check'],
  tent: Pick<OwnTentNow, 'status' | 'at'>,
  last: RecordedCheck | undefined,
  times: Times,
): TentPicture {
  const { status, at } = tent
  if (status === null) {
    const next = last === undefined ? 'Your first check in this app' : 'The next check'
    return noCheck(`${next} will show up here.`)
  }
  if (status === 'notInCheck') {
    const isOn = 'A check is on, without your tent.'
    if (last === undefined || last.seasonClosed)
      return noCheck(check ? isOn : 'The last check was without your tent.')
    const since = 'There has been a check since then, without your tent.'
    return standingAfter(last, [check ? isOn : since], times)
  }
  const began = check === null ? '' : `A check has been on since ${times.withDay(check.startedAt)}.`
  const live = { isLive: true, checkId: null, label: 'In this check' }
  if (status === 'out') {
    const notes = ['Your tent is not marked yet.']
    return { ...live, light: 'waiting', word: 'Still out', when: began, notes }
  }
  if (check === null) {
    const isRead = last?.outcome === status && last.at === at
    return standingAfter(isRead ? last : { outcome: status, at }, [], times)
  }
  return {
    ...live,
    light: lights[status],
    word: outcomeWords[status],
    when: at === null ? began : times.withDay(at),
    notes: [
      status === 'miss'
        ? 'The check is still on: the Miss counts if it is still there when the check ends.'
        : 'The check is still on.',
    ],
  }
}

/** Its tent stands above it, without a label. */
function noCheck(note: string): TentPicture {
  const none = { light: 'none', isLive: false, checkId: null } as const
  return { ...none, label: '', word: 'No check yet', when: '', notes: [note] }
}

type PastStanding = Pick<RecordedCheck, 'outcome' | 'at'> & Partial<RecordedCheck>

function standingAfter(past: PastStanding, without: string[], times: Times): TentPicture {
  const { checkId = null, outcome, at, startedAt, corrections, isCorrected, cancelled } = past
  const correction = isCorrected && corrections?.at(-1)
  const time = at ?? startedAt
  return {
    light: lights[outcome],
    isLive: false,
    checkId,
    label: 'Last check',
    word: outcomeWords[outcome],
    when: time === undefined ? '' : times.withDay(time),
    notes: [
      ...(cancelled ? ['That check was cancelled; what was marked in it counts.'] : []),
      ...(outcome === 'none' ? ['For your tent it is neither a Make nor a Miss.'] : []),
      ...(correction ? [`Later ${correctionText(correction)}`] : []),
      ...without,
    ],
  }
}

/** `Blue, by night: 10 of you must be there.`; in a check what is fixed since its start. */
export function demandText({ period, clock, required, check, tent }: Now): string {
  const fixed = check === null || tent?.status === 'notInCheck' ? null : (tent?.required ?? null)
  if (fixed !== null) return `In this check ${mustBeThere(fixed)}`
  // Outside of all periods no checks are due, whatever numbers the tent has of its own.
  if (period === null) return 'There is no period now, so nobody has to be there.'
  return `${period}, by ${clock}: ${mustBeThere(tent?.required ?? required)}`
}

function mustBeThere(required: number | null): string {
  return required ? `${required} of you must be there.` : 'nobody has to be there.'
}
