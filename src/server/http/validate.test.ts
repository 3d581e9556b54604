import fc from 'fast-check'
import { type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { fitting, spelledOut } from '../../../tests/support/around-schema.ts'
import { seed, times } from '../../../tests/support/times.ts'
import { api } from '../../shared/api.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { clientEvents } from '../../shared/events.ts'
import { oneOf, orNull } from '../../shared/schemas.ts'
import type { Refusal } from './refusal.ts'
import { addressValidator, validator } from './validate.ts'

const list = Type.Object({
  before: Type.Optional(Type.String({ maxLength: 10 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

describe('the values of an address', () => {
  const validate = addressValidator(list, 'badRequest')

  it.each<[object, object]>([
    [{}, {}],
    [
      { before: '12', limit: '30' },
      { before: '12', limit: 30 },
    ],
    [{ limit: '007' }, { limit: 7 }],
    [{ limit: '1', other: 'x', __proto__: { before: 'x' } }, { limit: 1 }],
  ])('%j is read as %j', (given, value) => expect(validate(given)).toEqual({ value }))

  it.each<[object, string]>([
    [{ limit: '0' }, 'limit is not valid: it must be at least 1.'],
    [{ limit: '-1' }, 'limit is not valid: it must be at least 1.'],
    [{ limit: '101' }, 'limit is not valid: it must be at most 100.'],
    [{ limit: '1.5' }, 'limit is not valid: it must be of type integer.'],
    [{ limit: '1e1' }, 'limit is not valid: it must be of type integer.'],
    [{ limit: '' }, 'limit is not valid: it must be of type integer.'],
    [{ limit: '9'.repeat(400) }, 'limit is not valid: it must be of type integer.'],
    [{ limit: ['1', '2'] }, 'limit is not valid: it must be of type integer.'],
    [{ before: ['a', 'b'] }, 'before is not valid: it must be of type string.'],
    [{ before: 'x'.repeat(11) }, 'before is not valid: it is longer than 10.'],
  ])('%j is refused', (given, text) => {
    const { error } = validate(given) as { error: Refusal }
    expect([error.status, error.code, error.message]).toEqual([400, 'badRequest', text])
  })
})

it('a body is refused with the code that its call names', () => {
  const { error } = validator(
    Type.Object({ calls: Type.Integer() }),
    'linkInvalid',
  )({
    calls: 'x',
  }) as { error: Refusal }
  expect(error.body()).toEqual({
    error: 'calls is not valid: it must be of type integer.',
    code: 'linkInvalid',
  })
})

it('of a body that is no object, its type is named', () => {
  const { error } = validator(api.login.body)([]) as { error: Refusal }
  expect(error.message).toBe('The request is not valid: it must be of type object.')
})

it.each([
  ['', 'secret', 'netID is not valid: it is empty.'],
  [' \t', 'secret', 'netID is not valid: it does not have the form that is asked for.'],
  ['al1', '', 'password is not valid: it is empty.'],
])('signing in with %j and %j is refused by the name of the field', (netID, password, text) => {
  const { error } = validator(api.login.body)({ netID, password }) as { error: Refusal }
  expect([error.status, error.code, error.message]).toEqual([400, 'badRequest', text])
})

it.each<[unknown, string]>([
  [{ day: '1', night: 1 }, 'periods.1.day is not valid: it must be of type integer.'],
  [{ day: 1 }, 'periods.1.night missing. Please send all fields.'],
  [{ day: 1, p90: 1 }, 'periods.1.night missing. Please send all fields.'],
  [{ day: 1, night: 1, p90: 'x' }, 'periods.1.p90 is not valid: it must be of type integer.'],
  ['x', 'periods.1 is not valid: it must be of type object.'],
])('of a list, the place is named that holds %j', (wrong, text) => {
  const p90 = Type.Optional(Type.Integer())
  const period = Type.Object({ day: Type.Integer(), night: Type.Integer(), p90 })
  const validate = validator(Type.Object({ periods: Type.Array(period) }))
  const { error } = validate({ periods: [{ day: 1, night: 1 }, wrong] }) as { error: Refusal }
  expect(error.message).toBe(text)
})

it.each<[unknown, string]>([
  [{}, 'it must be of type array'],
  [[null], 'it must be of type string'],
  [['x'.repeat(201)], 'it is longer than 200'],
])('of an event, what is wrong with %j is told without a field', (names, what) => {
  const [nameList] = clientEvents.excludedNamesUpdated.args
  const { error } = validator(nameList)(names) as { error: Refusal }
  expect(error.message).toBe(`The request is not valid: ${what}.`)
})

it.each<[unknown, string]>([
  ['c', 'side is not valid: it does not have the form that is asked for.'],
  ['A', 'side is not valid: it does not have the form that is asked for.'],
  [7, 'side is not valid: it must be of type string.'],
  [null, 'side is not valid: it must be of type string.'],
])('one of some texts is not %j', (side, text) => {
  const { error } = validator(Type.Object({ side: oneOf(['a', 'b']) }))({ side }) as {
    error: Refusal
  }
  expect(error.message).toBe(text)
})

it('fields that nobody asked for are left out, whatever they hold', () => {
  const inner = Type.Object({ a: Type.String() })
  const validate = validator(
    Type.Object({
      inner: Type.Array(inner),
      mayBeNull: Type.Optional(orNull(inner)),
    }),
  )
  const odd = { oddlyNamed: '\0', deep: [{ '\ud800': 'x' }] }
  expect(validate({ inner: [{ a: 'x', ...odd }], mayBeNull: { a: 'x', ...odd }, ...odd })).toEqual({
    value: { inner: [{ a: 'x' }], mayBeNull: { a: 'x' } },
  })
})

it.each<[TSchema, unknown, string]>([
  [Type.Object({ inner: Type.Array(Type.String()) }), { inner: ['a\0'] }, 'inner.0'],
  [Type.Object({ name: Type.String() }), { name: '\ud800' }, 'name'],
  [Type.Array(Type.String()), ['x', '\0'], 'The request'],
])('text that cannot be stored is refused by its place: %#', (schema, given, where) => {
  const { error } = validator(schema)(given) as { error: Refusal }
  expect(error.message).toBe(`${where} holds characters that cannot be stored.`)
})

describe('what nobody asked for may be nested deeper than the stack allows, wherever it stands', () => {
  const bodies = Object.entries<Endpoint>(api).flatMap(([name, { body }]): [string, TSchema][] =>
    body === null || body === 'file' ? [] : [[name, body]],
  )
  const events = Object.entries(clientEvents).flatMap(([name, { args }]) =>
    args.map((schema, place): [string, TSchema] => [`${name}, argument ${place}`, schema]),
  )
  const deep = JSON.parse(spelledOut('"<deep>"'))
  const withMore = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withMore)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).map(([name, inner]) => [name, withMore(inner)])
    return { ...Object.fromEntries(fields), more: deep }
  }

  it.each([...bodies, ...events])('%s', (_, schema) => {
    const validate = validator(schema)
    fc.assert(
      fc.property(fitting(schema, {}), (given) => {
        expect(validate(withMore(given))).toEqual(validate(given))
      }),
      { seed, numRuns: times(20, 500) },
    )
  })
})
