import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { texts } from '../../shared/messages.ts'
import { bounceMs } from '../ui/use-settled.ts'
import type { PageChoice } from './pages/device-choices.ts'

type Options = {
  checkId: string | null
  page: PageChoice
  excludedNames: readonly string[]
  setExcluded: (name: string, isExcluded: boolean) => void
  /** The last tent was marked while this page looked on. */
  isEnding: boolean
  /** Dismisses the alerts with these texts. */
  dismissAll: (texts: ReadonlySet<string>) => void
}

/** Whom this phone has just excluded (`excluding`); `hideAll` hides all that tells of exclusions. */
export function useExcluding(options: Options) {
  const { checkId, page, excludedNames, setExcluded, isEnding, dismissAll } = options
  /** The last name excluded here; null once it counts again or another check is on. */
  const [excluding, setExcluding] = useState<{ name: string; checkId: string | null } | null>(null)
  const isStillExcluded = excluding?.checkId === checkId && excludedNames.includes(excluding.name)
  if (excluding !== null && !isStillExcluded) setExcluding(null)
  const hide = () => setExcluding(null)
  const hideAll = () => {
    dismissAll(new Set(excludedNames.map(texts.isExcluded)))
    hide()
  }
  const onOther = useEffectEvent(hideAll)
  // They would cover another page's first tent. The alert that the check is ending comes first, and
  // would push them down.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once either is another
  useLayoutEffect(() => onOther(), [page, isEnding])
  const last = useRef({ name: '', at: 0 })
  const onExclude = useCallback(
    (name: string, isExcluded: boolean) => {
      // A finger may go on to the next name at once; on the same one it bounces.
      const at = performance.now()
      if (name === last.current.name && at - last.current.at <= bounceMs) return
      last.current = { name, at }
      setExcluded(name, isExcluded)
      setExcluding(isExcluded ? { name, checkId } : null)
    },
    [setExcluded, checkId],
  )
  return { excluding, onExclude, hide, hideAll }
}
