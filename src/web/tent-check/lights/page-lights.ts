import type { ActiveTent, CheckStatus } from '../../../shared/tent-check/contract.ts'
import { compareTents } from '../../../shared/tents/order.ts'
import { lightOf } from './light.ts'

type Seen = Pick<CheckStatus, 'pages' | 'activeTents' | 'marked'>

/**
 * A page's tents in order, for `Lights`. For people who may not see how tents are marked: as many
 * lit ones from the left as are marked.
 */
export function pageLights({ pages, activeTents, marked }: Seen, index: number): string {
  const isHere = ({ groupIndex }: ActiveTent) => groupIndex === index
  const left = activeTents.filter(isHere)
  if (marked.length === 0) {
    const count = pages[index]?.tentCount ?? 0
    return lightOf.none.repeat(left.length).padStart(count, lightOf.make)
  }
  return [
    ...left.map((tent) => ({ tent, light: lightOf.none })),
    ...marked
      .filter(({ tent }) => isHere(tent))
      .map(({ tent, mark }) => ({ tent, light: lightOf[mark.outcome] })),
  ]
    .sort((a, b) => compareTents(a.tent, b.tent))
    .map(({ light }) => light)
    .join('')
}
