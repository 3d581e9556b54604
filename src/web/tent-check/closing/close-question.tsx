import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { Confirm } from '../../ui/confirm.tsx'
import type { Check } from '../live/picture.ts'
import { CallClock } from '../pages/call-clock.tsx'
import { callInSentence } from '../pages/call-words.ts'
import { TentNames } from './tent-names.tsx'

/** The two calls that close a check. */
export type Closing = 'endCheck' | 'cancelCheck'

const words = {
  endCheck: { title: 'End this check?', yes: 'End the check' },
  cancelCheck: { title: 'Cancel this check?', yes: 'Cancel the check' },
} as const satisfies Record<Closing, { title: string; yes: string }>

type CloseQuestionProps = {
  how: Closing
  /** The tents without a mark. */
  left: readonly ActiveTent[]
  /** The check, where its clock should be read before it is ended. */
  check?: Check
  busy?: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks before a check is closed for everyone, and says what that means. */
export function CloseQuestion({ how, left, check, ...answers }: CloseQuestionProps) {
  return (
    <Confirm {...words[how]} no="Keep checking" {...answers}>
      {how === 'endCheck' ? (
        <>
          {check?.closesAt && (
            <p>
              The {callInSentence(check.callsAtMost, check.callsAtMost)} was made: the check{' '}
              <CallClock check={check} />.
            </p>
          )}
          <WhatEnds left={left} />
        </>
      ) : (
        'It stops for everyone and counts as cancelled. Marks made so far stay on the tents.'
      )}
    </Confirm>
  )
}

/** An early end: unmarked tents stay unmarked. */
function WhatEnds({ left }: Pick<CloseQuestionProps, 'left'>) {
  if (left.length === 0) return 'It ends for everyone.'
  return (
    <>
      It ends for everyone.{' '}
      {left.length === 1
        ? 'This tent has no mark, and gets none:'
        : `These ${left.length} tents have no mark, and get none:`}
      <TentNames tents={left} label="Tents without a mark" />
    </>
  )
}
