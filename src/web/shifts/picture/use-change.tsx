import { useSaidAction } from '../../api/use-said-action.ts'
import { pictureTexts } from './texts.ts'
import { useShiftsChanged } from './use-shifts.ts'

/** Does it; if it returns a text, that is shown as a message. */
type Change = () => Promise<unknown>

export type Changing = ReturnType<typeof useChange>

/**
 * The actions of a part's buttons: one at a time; afterwards everything is reloaded, with a message
 * about the result. Use it in a component that stays, because the message disappears with it.
 */
export function useChange(tentId: string, unanswered: string = pictureTexts.unanswered) {
  const changed = useShiftsChanged(tentId)
  const { run, busy, message } = useSaidAction({
    act: (change: Change) => change(),
    failed: pictureTexts.failed,
    unanswered,
    onSettled: changed,
    hideAfterMs: 8000,
    dismissible: true,
  })
  return { run, busy, said: message }
}
