import { useState } from 'react'

/** Is it so now, or was it once? */
export function useWasEver(isSo: boolean): boolean {
  const [wasSo, setSo] = useState(isSo)
  if (isSo && !wasSo) setSo(true)
  return isSo || wasSo
}
