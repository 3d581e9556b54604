import { useCallback, useState } from 'react'

export type Alert = { id: number; text: string; tone: 'info' | 'danger' }

const shownAtMost = 3

/** What the specification calls an alert: it is said on the page and freezes nothing. */
export function useAlerts() {
  const [alerts, setAlerts] = useState<Alert[]>([])
  const say = useCallback((text: string, tone: Alert['tone'] = 'info') => {
    setAlerts((before) => {
      // The same words again count their time anew instead of standing there twice.
      const others = before.filter((alert) => alert.text !== text)
      const id = Math.max(0, ...before.map((alert) => alert.id)) + 1
      return [...others, { id, text, tone }].slice(-shownAtMost)
    })
  }, [])
  const dismiss = useCallback((id: number) => {
    setAlerts((before) => before.filter((alert) => alert.id !== id))
  }, [])
  return { alerts, say, dismiss }
}
