/** The TextDecoder of browsers and Node; the types of `shared` include neither. */
type TextDecoders = new (
  encoding: string,
) => {
  decode: (bytes: Uint8Array) => string
}

/**
 * Decodes a roster file as spreadsheet programs save it: UTF-16 with or without its mark, else UTF-8,
 * else Mac Roman or Windows-1252. Characters that cannot be decoded, and NUL, which no request may
 * hold, become U+FFFD, for which the roster is refused by line.
 */
export function rosterText(bytes: Uint8Array, Decoder: TextDecoders): string {
  return decoded(bytes, Decoder).replaceAll('\0', '\ufffd')
}

function decoded(bytes: Uint8Array, Decoder: TextDecoders): string {
  const [first, second] = bytes
  // Without the mark: NUL is one half of the first letter, which is a plain one.
  if ((first === 0xff && second === 0xfe) || (first && second === 0)) {
    return new Decoder('utf-16le').decode(bytes)
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second)) {
    return new Decoder('utf-16be').decode(bytes)
  }
  const text = new Decoder('utf-8').decode(bytes)
  const lost = text.match(/\ufffd/g)?.length ?? 0
  if (lost === 0) return text
  // One damaged character must not make all other UTF-8 text be read as Windows-1252.
  const intact = text.match(/[^\0-\x7f\ufffd]/gu)?.length ?? 0
  if (intact > lost) return text
  // Only programs of old Macs end lines with CR alone.
  const isOfMac = bytes.includes(0x0d) && !bytes.includes(0x0a)
  return isOfMac
    ? new Decoder('macintosh').decode(bytes)
    : ofWindows(new Decoder('windows-1252').decode(bytes))
}

const from0x80 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Some versions of Node decode Windows-1252 as Latin 1, which has control characters there. */
function ofWindows(text: string): string {
  return text.replace(/[\x80-\x9f]/g, (sign) => from0x80[sign.charCodeAt(0) - 0x80] ?? sign)
}
