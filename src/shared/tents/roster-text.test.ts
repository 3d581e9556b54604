import { describe, expect, it } from 'vitest'
import { rosterText } from './roster-text.ts'

const text = 'Order,Name\r\nA,José’s “Tent” – Zoë\r\n'
/** Of the text above: its letters from U+00A0 on are the same there. */
const windowsPlaces = new Map([
  ['’', 0x92],
  ['“', 0x93],
  ['”', 0x94],
  ['–', 0x96],
])
const windows = Uint8Array.from(text, (sign) => windowsPlaces.get(sign) ?? sign.charCodeAt(0))

function utf16(isBig: boolean, mark = '\ufeff'): Uint8Array {
  const signs = [...mark, ...text]
  const bytes = new Uint8Array(2 * signs.length)
  const view = new DataView(bytes.buffer)
  for (const [place, sign] of signs.entries()) {
    view.setUint16(2 * place, sign.charCodeAt(0), !isBig)
  }
  return bytes
}

describe('the text of a roster file is read from', () => {
  it.each<[what: string, bytes: Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', utf16(false)],
    ['UTF-16, big end first', utf16(true)],
    ['UTF-16 without that mark, little end first', utf16(false, '')],
    ['UTF-16 without that mark, big end first', utf16(true, '')],
    ['Windows-1252', windows],
  ])('%s', (_what, bytes) => {
    expect(rosterText(bytes, TextDecoder)).toBe(text)
  })

  it('Mac Roman, whose lines end as those of old Macs do', () => {
    const bytes = Buffer.from('Order,Name\rA,Jos\x8e\xd5s Zo\x91\r', 'latin1')
    expect(rosterText(bytes, TextDecoder)).toBe('Order,Name\rA,José’s Zoë\r')
  })

  it('UTF-8 with one damaged letter, which alone is lost', () => {
    const damaged = Buffer.concat([Buffer.from(text), Buffer.from([0xc3])])
    expect(rosterText(damaged, TextDecoder)).toBe(`${text}\ufffd`)
  })

  it('NUL, which is lost', () => {
    expect(rosterText(Buffer.from('Order\nA\0'), TextDecoder)).toBe('Order\nA\ufffd')
  })

  it('nothing', () => {
    expect(rosterText(new Uint8Array(), TextDecoder)).toBe('')
  })
})
