import { type ComponentProps, useState, useSyncExternalStore } from 'react'
import { keptExclusions } from '../exclusions/kept-exclusions.ts'
import { queuesOf } from '../marks/own-queue.ts'
import { useBounceGuard } from '../pages/use-bounce-guard.ts'
import { CloseButtons } from './close-buttons.tsx'
import { unsentIn } from './unsent.ts'

type CloseElsewhereProps = ComponentProps<typeof CloseButtons> & { netID: string }

/**
 * Closes a check from a screen that shows nothing of this phone's own marks: there, too, those that
 * are not sent yet are waited for, or left behind by choice.
 */
export function CloseElsewhere({ netID, ...buttons }: CloseElsewhereProps) {
  const { checkId } = buttons
  const [{ queue, undos }] = useState(() => queuesOf(netID))
  const { marks } = useSyncExternalStore(queue.subscribe, queue.getState)
  const undoing = useSyncExternalStore(undos.subscribe, undos.getState)
  const guard = useBounceGuard()
  const names = keptExclusions(netID, checkId ?? '').size
  return (
    <div {...guard}>
      <CloseButtons
        {...buttons}
        {...unsentIn(checkId, marks, undoing, names)}
        onAsk={queue.flush}
      />
    </div>
  )
}
