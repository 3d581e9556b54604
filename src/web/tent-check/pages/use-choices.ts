import { useCallback, useEffect, useState } from 'react'
import { type Choices, type PageChoice, rememberChoices, rememberedChoices } from './choices.ts'

/** This phone's choices, stored over a reload. */
export function useChoices() {
  const [choices, setChoices] = useState(rememberedChoices)
  const change = useCallback((changed: (before: Choices) => Partial<Choices>) => {
    setChoices((before) => ({ ...before, ...changed(before) }))
  }, [])
  useEffect(() => rememberChoices(choices), [choices])
  const choose = (chosen: Partial<Choices>) => change(() => chosen)
  const onPage = useCallback((page: PageChoice) => change(() => ({ page })), [change])
  /** The next check begins with a page of tents. */
  const backToTents = useCallback(
    () => change(({ page }) => (typeof page === 'number' ? {} : { page: 0 })),
    [change],
  )
  return { choices, choose, onPage, backToTents }
}
