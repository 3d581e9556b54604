import { useCallback, useEffect, useState } from 'react'
import { type Choices, type PageChoice, rememberChoices, rememberedChoices } from './choices.ts'

/** This phone's choices, stored over a reload. `checkId`: the check that is on. */
export function useChoices(checkId: string | null) {
  const [choices, setChoices] = useState(rememberedChoices)
  useEffect(() => rememberChoices(choices), [choices])
  const choose = useCallback((chosen: Partial<Choices>) => {
    setChoices((before) => ({ ...before, ...chosen }))
  }, [])
  const onPage = useCallback((page: PageChoice) => choose({ page, checkId }), [choose, checkId])
  return { choices, choose, onPage }
}
