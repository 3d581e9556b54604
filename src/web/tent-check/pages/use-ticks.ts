import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Ticks, withoutExcluded, withToggled } from './ticks.ts'
import { rememberedWork, rememberWork } from './unfinished-work.ts'

/**
 * The ticked members of a check, stored over a reload; never an excluded name, whose ticks come back
 * once it counts again. Of two tabs, each writes the tents that it ticks; of one that both tick, the
 * last counts.
 */
export function useTicks(netID: string, checkId: string, excluded: ReadonlySet<string>) {
  const [ticks, setTicks] = useState<Ticks>(() => new Map(rememberedWork(netID, checkId).chosen))

  /** The tents that were ticked here. */
  const ticked = useRef(new Set<string>())
  useEffect(() => {
    const stored: Ticks = new Map(rememberedWork(netID, checkId).chosen)
    const own = [...ticks].filter(([id]) => ticked.current.has(id) || !stored.has(id))
    rememberWork(netID, { checkId, chosen: [...new Map([...stored, ...own])] })
  }, [netID, checkId, ticks])

  const toggle = useCallback((tentId: string, key: string) => {
    ticked.current.add(tentId)
    setTicks((before) => withToggled(before, tentId, key))
  }, [])
  return { ticks: useMemo(() => withoutExcluded(ticks, excluded), [ticks, excluded]), toggle }
}
