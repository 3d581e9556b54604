/** What a text says as JSON; undefined: it is none. */
export function parsedJSON(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
