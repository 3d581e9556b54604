import { useCallback, useEffect, useState } from 'react'
import type { ActiveTent } from '../../shared/tent-check/contract.ts'
import { type Chosen, withoutExcluded, withToggled } from './chosen.ts'
import { rememberedWork, rememberWork } from './memory.ts'

/** The members tapped in a check, kept over a reload; an excluded name is never among them. */
export function useChosen(
  netID: string,
  checkId: string,
  tents: readonly ActiveTent[],
  excluded: ReadonlySet<string>,
) {
  const [chosen, setChosen] = useState<Chosen>(() => new Map(rememberedWork(netID, checkId).chosen))

  const allowed = withoutExcluded(chosen, tents, excluded)
  if (allowed !== chosen) setChosen(allowed)

  useEffect(() => {
    const places = [...allowed].map(([id, list]): [string, number[]] => [id, [...list]])
    rememberWork(netID, { ...rememberedWork(netID, checkId), chosen: places })
  }, [netID, checkId, allowed])

  const toggle = useCallback((tentId: string, place: number) => {
    setChosen((before) => withToggled(before, tentId, place))
  }, [])
  return { chosen: allowed, toggle }
}
