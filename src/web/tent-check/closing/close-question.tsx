import { useState } from 'react'
import type { ActiveTent } from '../../../shared/tent-check/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import type { Check } from '../live/picture.ts'
import { ClosesIn } from './closes-in.tsx'
import { TentNames } from './tent-names.tsx'
import type { Unsent } from './unsent.ts'

/** The two calls that close a check. */
export type Closing = 'endCheck' | 'cancelCheck'

const words = {
  endCheck: { title: 'End this check?', yes: 'End the check', without: 'End without' },
  cancelCheck: { title: 'Cancel this check?', yes: 'Cancel the check', without: 'Cancel without' },
} as const satisfies Record<Closing, { title: string; yes: string; without: string }>

type CloseQuestionProps = Partial<Unsent> & {
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
export function CloseQuestion(props: CloseQuestionProps) {
  const { how, left, check, unsent = 0, hasOthers = false, ...answers } = props
  const { title, yes, without } = words[how]
  const isHeld = unsent > 0
  // Once shown, the text about what is unsent stays after all is sent, so that no button moves.
  const [isTold, setTold] = useState(isHeld)
  if (isHeld && !isTold) setTold(true)
  return (
    <Confirm
      title={title}
      yes={yes}
      no="Keep checking"
      isHeld={isHeld}
      other={
        isTold && (
          <Button
            variant="quiet"
            aria-disabled={!isHeld}
            busy={answers.busy ?? false}
            onClick={answers.onYes}
          >
            {without} {unsent === 1 ? 'it' : 'them'}
          </Button>
        )
      }
      {...answers}
    >
      {isTold && <p role="status">{unsentText(unsent, hasOthers)}</p>}
      {how === 'endCheck' ? (
        <>
          {check && <ClosesIn check={check} />}
          <WhatEnds left={left} />
        </>
      ) : (
        'It stops for everyone. Every Miss and Make marked so far still counts: undo first what should not.'
      )}
    </Confirm>
  )
}

function unsentText(unsent: number, hasOthers: boolean): string {
  if (unsent === 0) return 'Everything is sent.'
  const what = hasOthers ? 'marks, undos or exclusions' : 'marks'
  return `${unsent} of your ${what} ${unsent === 1 ? 'is' : 'are'} not sent yet.`
}

/** An early end: unmarked tents stay unmarked. */
function WhatEnds({ left }: Pick<CloseQuestionProps, 'left'>) {
  if (left.length === 0) return 'It ends for everyone.'
  return (
    <>
      It ends for everyone.{' '}
      {left.length === 1
        ? 'This tent has no mark and will not get one:'
        : `These ${left.length} tents have no mark and will not get one:`}
      <TentNames tents={left} label="Tents without a mark" />
    </>
  )
}
