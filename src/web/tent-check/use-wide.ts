import { useSyncExternalStore } from 'react'

const wide = '(min-width: 64rem)'

/** Is there space for a second column? */
export function useWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
  )
}
