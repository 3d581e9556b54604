import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { rememberedTicks, rememberTicks } from './remembered-ticks.ts'
import { withoutExcluded, withToggled } from './ticks.ts'

/**
 * The ticked members of a check, stored over a reload; never an excluded name, whose ticks come back
 * once it counts again. Of two tabs, each writes the tents that it ticks; of one that both tick, the
 * last counts.
 */
export function useTicks(netID: string, checkId: string, excluded: ReadonlySet<string>) {
  const [ticks, setTicks] = useState(() => rememberedTicks(netID, checkId))

  /** The tents that were ticked here. */
  const ticked = useRef(new Set<string>())
  useEffect(() => {
    const stored = rememberedTicks(netID, checkId)
    const own = [...ticks].filter(([id]) => ticked.current.has(id) || !stored.has(id))
    rememberTicks(netID, checkId, new Map([...stored, ...own]))
  }, [netID, checkId, ticks])

  const toggle = useCallback((tentId: string, key: string) => {
    ticked.current.add(tentId)
    setTicks((before) => withToggled(before, tentId, key))
  }, [])
  return { ticks: useMemo(() => withoutExcluded(ticks, excluded), [ticks, excluded]), toggle }
}
