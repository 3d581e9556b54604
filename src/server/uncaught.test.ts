import { describe, expect, it } from 'vitest'
import { isOfOneConnection } from './uncaught.ts'

const coded = (code: string) => Object.assign(new Error('It failed'), { code })

describe('an error that nobody caught', () => {
  it.each(['ECONNRESET', 'EPIPE', 'HPE_INVALID_METHOD', 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'])(
    'by %s is that of one connection',
    (code) => expect(isOfOneConnection(coded(code))).toBe(true),
  )

  it.each([
    new RangeError('Invalid string length'),
    new TypeError('undefined is not a function'),
    coded('ENOSPC'),
    coded('ERR_STREAM'),
    coded('ERR_HTTP_HEADERS_SENT'),
    coded('57P01'),
    'ECONNRESET',
    undefined,
  ])('as %s may be of anything', (error) => expect(isOfOneConnection(error)).toBe(false))
})
