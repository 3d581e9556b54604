import type { ReactNode } from 'react'
import { useAction } from '../../api/use-action.ts'
import { Notice } from '../../ui/notice.tsx'
import { useMessage } from '../../ui/use-message.ts'
import { pictureTexts } from './texts.ts'
import { useShiftsChanged } from './use-shifts.ts'

type Change = {
  /** Which button it is of, where several stand together. */
  of: string
  /** Does it; a text that it gives is said. */
  act: () => Promise<unknown>
}

export type Changing = ReturnType<typeof useChange>

/**
 * What the buttons of a part do: one at a time, all is asked for anew, and what came of it is said.
 * It belongs to something that is still there afterwards: what is said goes with it.
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
