import { useCallback, useState } from 'react'
import type { Say } from '../ui/use-message.tsx'

type Alert = { id: number; text: string; tone: Parameters<Say>[0]; stays: boolean }

/** `stays`: until it is dismissed. */
export type SayAlert = (...said: [...Parameters<Say>, how?: { stays: boolean }]) => void

/** Of those that do not stay. */
const shownAtMost = 3

/** The specification's alerts, as messages on the page that block nothing. */
export function useAlerts() {
  const [alerts, setAlerts] = useState<Alert[]>([])
  const say = useCallback<SayAlert>((tone, text, { stays } = { stays: false }) => {
    setAlerts((before) => {
      // The same text again restarts its time and is not shown twice.
      const others = before.filter((alert) => alert.text !== text)
      const id = Math.max(0, ...before.map((alert) => alert.id)) + 1
      const next = [...others, { id, text, tone, stays }]
      const passing = next.filter((alert) => !alert.stays)
      const tooMany = passing.slice(0, -shownAtMost)
      return next.filter((alert) => !tooMany.includes(alert))
    })
  }, [])
  const dismiss = useCallback((id: number) => {
    setAlerts((before) => before.filter((alert) => alert.id !== id))
  }, [])
  const dismissAll = useCallback((texts: ReadonlySet<string>) => {
    setAlerts((before) => before.filter(({ text }) => !texts.has(text)))
  }, [])
  return { alerts, say, dismiss, dismissAll }
}
