import { useCallback, useEffect, useState } from 'react'
import {
  type DeviceChoices,
  type PageChoice,
  rememberChoices,
  rememberedChoices,
} from './device-choices.ts'

/** This phone's choices, stored over a reload. `checkId`: the check that is on. */
export function useDeviceChoices(checkId: string | null) {
  const [choices, setChoices] = useState(rememberedChoices)
  useEffect(() => rememberChoices(choices), [choices])
  const choose = useCallback((chosen: Partial<DeviceChoices>) => {
    setChoices((before) => ({ ...before, ...chosen }))
  }, [])
  const onPage = useCallback((page: PageChoice) => choose({ page, checkId }), [choose, checkId])
  return { choices, choose, onPage }
}
