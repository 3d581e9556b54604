import { useCallback, useRef, useState } from 'react'

export type Message = { id: number; tone: 'ok' | 'danger'; text: string }

/**
 * One message at a time. `id` changes with each, even for the same text, so that it is announced
 * again and stays for its full time.
 */
export function useMessage() {
  const [message, setMessage] = useState<Message | null>(null)
  const count = useRef(0)
  const say = useCallback((tone: Message['tone'], text: string) => {
    count.current += 1
    setMessage({ id: count.current, tone, text })
  }, [])
  const clear = useCallback(() => setMessage(null), [])
  return { message, say, clear }
}
