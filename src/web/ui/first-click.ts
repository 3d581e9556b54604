import type { MouseEvent } from 'react'

/** Does it by the first click of a double one alone: by the second, something else stands there. */
export function firstClick(act: () => void) {
  return ({ detail }: MouseEvent) => {
    if (detail < 2) act()
  }
}
