/** The text of an answer from outside; null where it has more than `atMost` characters. */
export async function boundedText(
  { body }: Pick<Response, 'body'>,
  atMost: number,
): Promise<string | null> {
  if (body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > atMost) return null
  }
  return text
}
