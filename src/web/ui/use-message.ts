import { useCallback, useState } from 'react'

type Message = { id: number; tone: 'ok' | 'danger'; text: string }

/** One message at a time; `id` changes with each, to give it its full time on the screen. */
export function useMessage() {
  const [message, setMessage] = useState<Message | null>(null)
  const say = useCallback((tone: Message['tone'], text: string) => {
    setMessage((before) => ({ id: (before?.id ?? 0) + 1, tone, text }))
  }, [])
  const clear = useCallback(() => setMessage(null), [])
  return { message, say, clear }
}
