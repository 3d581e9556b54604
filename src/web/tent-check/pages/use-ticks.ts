import { useCallback, useEffect, useRef, useState } from 'react'
import { type Ticks, withoutExcluded, withToggled } from './ticks.ts'
import { rememberedWork, rememberWork } from './unfinished-work.ts'

/**
 * The ticked members of a check, stored over a reload; never an excluded name. Of two tabs, each
 * writes the tents that it ticks; of one that both tick, the last counts.
 */
export function useTicks(netID: string, checkId: string, excluded: ReadonlySet<string>) {
  const [ticks, setTicks] = useState<Ticks>(() => new Map(rememberedWork(netID, checkId).chosen))

  const allowed = withoutExcluded(ticks, excluded)
  if (allowed !== ticks) setTicks(allowed)

  /** The tents that were ticked here. */
  const ticked = useRef(new Set<string>())
  useEffect(() => {
    const stored: Ticks = new Map(rememberedWork(netID, checkId).chosen)
    const own = [...allowed].filter(([id]) => ticked.current.has(id) || !stored.has(id))
    const chosen = new Map([...withoutExcluded(stored, excluded), ...own])
    rememberWork(netID, { checkId, chosen: [...chosen] })
  }, [netID, checkId, allowed, excluded])

  const toggle = useCallback((tentId: string, key: string) => {
    ticked.current.add(tentId)
    setTicks((before) => withToggled(before, tentId, key))
  }, [])
  return { ticks: allowed, toggle }
}
