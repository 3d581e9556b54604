import { describe, expect, it } from 'vitest'
import { failureOf, unknownColumn } from './failure.ts'

describe('an answer that is no success', () => {
  it.each([
    [401, { error: { type: 'AUTHENTICATION_REQUIRED', message: 'No' } }, 'refused', 'No'],
    [422, { error: { type: 'ROW_DOES_NOT_EXIST' } }, 'refused', 'ROW_DOES_NOT_EXIST'],
    [404, { error: 'NOT_FOUND' }, 'refused', 'NOT_FOUND'],
    [429, { errors: [{ error: 'RATE_LIMIT_REACHED', message: 'Slow' }] }, 'limited', 'Slow'],
    [429, { errors: [{ error: 'PUBLIC_API_BILLING_LIMIT_EXCEEDED' }] }, 'spent', 'PUBLIC_API'],
    [502, undefined, 'unanswered', 'status 502'],
    [503, { error: { type: 'SERVICE_UNAVAILABLE', message: 'Later' } }, 'unanswered', 'Later'],
    [418, null, 'refused', 'status 418'],
    [400, { error: [7] }, 'refused', 'status 400'],
  ])('%s %j is %s: %s', (status, answer, kind, words) => {
    const failure = failureOf(status, answer)
    expect(failure.kind).toBe(kind)
    expect(failure.message).toContain(words)
  })

  it('has words that can be stored, whatever Airtable says', () => {
    const said = (message: string) => failureOf(500, { error: { type: 'X', message } }).message
    expect(said('a\u0000b')).toBe('a b')
    expect(said('a\ud83db').isWellFormed()).toBe(true)
    expect(said(`${'a'.repeat(299)}😀😀`).isWellFormed()).toBe(true)
    expect(said('\u0000')).toBe('X')
    expect(failureOf(500, { error: { type: 'X\u0000Y' } }).message).toBe('X Y')
  })

  it('names the column that is not there', () => {
    const answer = { error: { type: 'UNKNOWN_FIELD_NAME', message: 'Unknown field name: "Type"' } }
    expect(unknownColumn(failureOf(422, answer))).toBe('Type')
    expect(unknownColumn(failureOf(422, { error: { type: 'UNKNOWN_FIELD_NAME' } }))).toBeNull()
    expect(unknownColumn(failureOf(404, { error: 'NOT_FOUND' }))).toBeNull()
  })
})
