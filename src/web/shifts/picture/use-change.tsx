import type { ReactNode } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Notice } from '../../ui/notice.tsx'
import { useMessage } from '../../ui/use-message.ts'
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
  const { message, say, clear } = useMessage()
  const { run, busy, doing } = useAction({
    act: ({ act }: Change) => {
      clear()
      return act()
    },
    say,
    failed: pictureTexts.failed,
    unanswered: pictureTexts.unanswered,
    onSettled: changed,
  })
  const said: ReactNode = message && (
    <Notice key={message.id} tone={message.tone} onHide={clear} hideAfterMs={8000} dismissible>
      {message.text}
    </Notice>
  )
  return { run: (of: string, act: Change['act']) => run({ of, act }), busy, doing: doing?.of, said }
}
