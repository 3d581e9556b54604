/** Looks again and again until there is something to see, and gives that. */
export async function until<T>(
  look: () => T | Promise<T>,
  everyMs = 50,
): Promise<Exclude<T, false | null | undefined>> {
  for (;;) {
    const seen = await look()
    if (isThere(seen)) return seen
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}

function isThere<T>(seen: T): seen is Exclude<T, false | null | undefined> {
  return seen !== false && seen !== null && seen !== undefined
}
