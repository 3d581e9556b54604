import { useSaidAction } from '../../api/use-said-action.ts'
import { pictureTexts } from './texts.ts'
import { useShiftsChanged } from './use-shifts.ts'

type Change = {
  /** The id of the button, if there are several. */
  of: string
  /** Does it; if it returns a text, that is shown as a message. */
  act: () => Promise<unknown>
}

export type Changing = ReturnType<typeof useChange>

/**
 * The actions of a part's buttons: one at a time; afterwards everything is reloaded, with a message
 * about the result. Use it in a component that stays, because the message disappears with it.
 */
export function useChange(tentId: string) {
  const changed = useShiftsChanged(tentId)
  const { run, busy, doing, message } = useSaidAction({
    act: ({ act }: Change) => {
      return act()
    },
    failed: pictureTexts.failed,
    unanswered: pictureTexts.unanswered,
    onSettled: changed,
    hideAfterMs: 8000,
    dismissible: true,
  })
  return {
    run: (of: string, act: Change['act']) => run({ of, act }),
    busy,
    doing: doing?.of,
    said: message,
  }
}
