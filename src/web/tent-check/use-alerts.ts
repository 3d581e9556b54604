import { useCallback, useState } from 'react'

type Alert = { id: number; text: string; tone: 'info' | 'danger'; stays: boolean }

/** `stays`: until it is dismissed. */
export type Say = (text: string, tone?: Alert['tone'], how?: { stays: boolean }) => void

const shownAtMost = 3

/** The specification's alerts, as messages on the page that block nothing. */
export function useAlerts() {
  const [alerts, setAlerts] = useState<Alert[]>([])
  const say = useCallback<Say>((text, tone = 'info', { stays } = { stays: false }) => {
    setAlerts((before) => {
      // The same text again restarts its time and is not shown twice.
      const others = before.filter((alert) => alert.text !== text)
      const id = Math.max(0, ...before.map((alert) => alert.id)) + 1
      return [...others, { id, text, tone, stays }].slice(-shownAtMost)
    })
  }, [])
  const dismiss = useCallback((id: number) => {
    setAlerts((before) => before.filter((alert) => alert.id !== id))
  }, [])
  return { alerts, say, dismiss }
}
