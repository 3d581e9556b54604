/** Names this person wants excluded (true) or counted again (false), until the server has it. */
export type Wishes = ReadonlyMap<string, boolean>

/** The server's list as it will be with these wishes, in the order of excluding. */
export function withWishes(list: readonly string[], wishes: Wishes): string[] {
  const left = list.filter((name) => wishes.get(name) !== false)
  const added = [...wishes].filter(([name, wanted]) => wanted && !list.includes(name))
  return [...left, ...added.map(([name]) => name)]
}

/** The wishes that remain once those that were sent are settled; one changed meanwhile remains. */
export function withoutSettled(wishes: Wishes, sent: Wishes): Wishes {
  return new Map([...wishes].filter(([name, wanted]) => sent.get(name) !== wanted))
}
