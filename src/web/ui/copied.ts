/**
 * Copies a text. false: it was not possible, as without https there is no clipboard, and a browser
 * may refuse it.
 */
export async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
