import type { Api } from '../../shared/api.ts'
import type { RecordedCheck } from '../../shared/check-history/contract.ts'
import type { ResponseOf } from '../../shared/endpoint.ts'
import type { Times } from '../ui/times.ts'
import { correctionText, outcomeWords } from './words.ts'

type Now = ResponseOf<Api['now']>
type OwnTentNow = NonNullable<Now['tent']>

/** How a tent stands, in few words. `light`: how its picture is drawn. */
export type TentPicture = {
  light: 'lit' | 'dark' | 'waiting' | 'none'
  /** It is about the check that is on. */
  isLive: boolean
  /** '' where the word needs none. */
  label: string
  word: string
  /** The time, in words; '' for none. */
  when: string
  notes: string[]
}

const lights = { make: 'lit', miss: 'dark', none: 'none' } as const

/** `last`: the newest check of its record; undefined: none. */
export function standingIn(
  check: Now['check'],
  tent: Pick<OwnTentNow, 'status' | 'at'>,
  last: RecordedCheck | undefined,
  times: Times,
): TentPicture {
  const { status, at } = tent
  if (check === null || status === null || status === 'notInCheck') {
    const without =
      check === null
        ? 'There was a check since, without your tent.'
        : 'A check is on, without your tent.'
    return standingAfter(last, status === 'notInCheck' ? [without] : [], times)
  }
  const began = `A check is on since ${times.withDay(check.startedAt)}.`
  if (status === 'out') {
    const notes = ['Your tent is not marked yet.']
    const label = 'In this check'
    return { light: 'waiting', isLive: true, label, word: 'Still out', when: began, notes }
  }
  const when = at === null ? began : times.withDay(at)
  return {
    light: lights[status],
    isLive: true,
    label: 'In this check',
    word: outcomeWords[status],
    when,
    notes: [
      status === 'miss'
        ? 'The check is still on: the Miss counts if it stands at its end.'
        : 'The check is still on.',
    ],
  }
}

function standingAfter(
  last: RecordedCheck | undefined,
  without: string[],
  times: Times,
): TentPicture {
  if (last === undefined) {
    const word = 'No check yet'
    const notes = without.length > 0 ? without : ['Your first check in this app will stand here.']
    // Its tent stands above it.
    return { light: 'none', isLive: false, label: '', word, when: '', notes }
  }
  const { outcome, at, startedAt, corrections, cancelled } = last
  const correction = corrections.at(-1)
  return {
    light: lights[outcome],
    isLive: false,
    label: 'Last check',
    word: outcomeWords[outcome],
    when: times.withDay(at ?? startedAt),
    notes: [
      ...(cancelled ? ['That check was cancelled; what was marked in it counts.'] : []),
      ...(outcome === 'none' ? ['For your tent it is neither a Make nor a Miss.'] : []),
      ...(correction ? [`Later ${correctionText(correction)}`] : []),
      ...without,
    ],
  }
}

/** `Blue, by night: 10 of you must be there.` */
export function demandText({ period, clock }: Now, required: number | null): string {
  if (period === null) return 'There is no period now, so nobody has to be there.'
  const when = `${period}, by ${clock}`
  if (required === null || required === 0) return `${when}: nobody has to be there.`
  return `${when}: ${required} of you must be there.`
}
