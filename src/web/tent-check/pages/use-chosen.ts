import { useCallback, useEffect, useState } from 'react'
import { type Chosen, withoutExcluded, withToggled } from './chosen.ts'
import { rememberedWork, rememberWork } from './work.ts'

/** The ticked members of a check, stored over a reload; never an excluded name. */
export function useChosen(netID: string, checkId: string, excluded: ReadonlySet<string>) {
  const [chosen, setChosen] = useState<Chosen>(() => new Map(rememberedWork(netID, checkId).chosen))

  const allowed = withoutExcluded(chosen, excluded)
  if (allowed !== chosen) setChosen(allowed)

  useEffect(() => {
    const keys = [...allowed].map(([id, list]): [string, string[]] => [id, [...list]])
    rememberWork(netID, { ...rememberedWork(netID, checkId), chosen: keys })
  }, [netID, checkId, allowed])

  const toggle = useCallback((tentId: string, key: string) => {
    setChosen((before) => withToggled(before, tentId, key))
  }, [])
  return { chosen: allowed, toggle }
}
