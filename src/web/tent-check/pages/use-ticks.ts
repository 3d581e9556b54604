import { useCallback, useEffect, useState } from 'react'
import { type Ticks, withoutExcluded, withToggled } from './ticks.ts'
import { rememberedWork, rememberWork } from './unfinished-work.ts'

/** The ticked members of a check, stored over a reload; never an excluded name. */
export function useTicks(netID: string, checkId: string, excluded: ReadonlySet<string>) {
  const [ticks, setTicks] = useState<Ticks>(() => new Map(rememberedWork(netID, checkId).chosen))

  const allowed = withoutExcluded(ticks, excluded)
  if (allowed !== ticks) setTicks(allowed)

  useEffect(() => {
    const keys = [...allowed].map(([id, list]): [string, string[]] => [id, [...list]])
    rememberWork(netID, { checkId, chosen: keys })
  }, [netID, checkId, allowed])

  const toggle = useCallback((tentId: string, key: string) => {
    setTicks((before) => withToggled(before, tentId, key))
  }, [])
  return { ticks: allowed, toggle }
}
