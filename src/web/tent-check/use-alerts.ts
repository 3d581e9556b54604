import { useCallback, useState } from 'react'
import type { Say } from '../ui/use-message.tsx'

/** `about`: the tents of which the text is true, if it is about tents. */
type Alert = {
  id: number
  text: string
  tone: Parameters<Say>[0]
  stays: boolean
  about: readonly string[]
}

/**
 * `stays`: until it is dismissed. `about`: a tent; the same text about another one is told in one
 * alert with it.
 */
export type SayAlert = (
  ...said: [...Parameters<Say>, how?: { stays: boolean; about?: string }]
) => void

/** How many alerts are shown at most, without those that stay. */
const shownAtMost = 3

/** The specification's alerts, as messages on the page that block nothing. */
export function useAlerts() {
  const [alerts, setAlerts] = useState<Alert[]>([])
  const say = useCallback<SayAlert>((tone, text, { stays, about } = { stays: false }) => {
    setAlerts((before) => {
      // The same text again restarts its time and is not shown twice.
      const others = before.filter((alert) => alert.text !== text)
      const same = before.find((alert) => alert.text === text)
      const tents = new Set([...(same?.about ?? []), ...(about === undefined ? [] : [about])])
      const id = Math.max(0, ...before.map((alert) => alert.id)) + 1
      const next = [...others, { id, text, tone, stays, about: [...tents] }]
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
