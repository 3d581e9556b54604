import type { Client } from './client.ts'

/** Starts a check of the tents with these ids; gives its id. */
export async function startCheck(
  client: Client,
  ids: Iterable<string>,
  numCheckers = 1,
): Promise<string> {
  const tents = Array.from(ids, (id) => ({ id }))
  return (await client.call('startCheck', { tents, numCheckers })).checkId
}
