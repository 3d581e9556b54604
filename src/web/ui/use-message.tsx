import { useCallback, useRef, useState } from 'react'
import { Notice, type NoticeProps } from './notice.tsx'

type Message = { id: number; tone: NonNullable<NoticeProps['tone']>; text: string }

/** Shows a message to the person at the screen. */
export type Say = (tone: Message['tone'], text: string) => void

export type Shown = Pick<NoticeProps, 'hideAfterMs' | 'dismissible'>

/**
 * One message at a time; `message` is drawn where it belongs. `id` changes with each, even for the
 * same text, so that it is announced again and stays for its full time.
 */
export function useMessage(shown: Shown = {}) {
  const [said, setSaid] = useState<Message | null>(null)
  const count = useRef(0)
  const say: Say = useCallback((tone, text) => {
    count.current += 1
    setSaid({ id: count.current, tone, text })
  }, [])
  const clear = useCallback(() => setSaid(null), [])
  const message = said && (
    <Notice key={said.id} tone={said.tone} onHide={clear} {...shown}>
      {said.text}
    </Notice>
  )
  return { message, say, clear }
}
