import type { Tent } from './contract.ts'

/** How people name a tent: its order and its name, as far as it has them. */
export function tentLabel({ order, name }: Pick<Tent, 'order' | 'name'>): string {
  return `${order} ${name}`.trim()
}

/** As `tentLabel`, within a sentence: `A, Ants`. */
export function tentInSentence({ order, name }: Pick<Tent, 'order' | 'name'>): string {
  return [order, name].filter((part) => part !== '').join(', ')
}
