import fc from 'fast-check'
import type { TSchema } from 'typebox'

/** A contract's schema as the plain JSON Schema that it is. */
type Schema = {
  type?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
}

/** Texts that mean something to the server, by the name of the field they stand in. */
export type Familiar = Record<string, string[]>

/**
 * Values that are too long to be printed. A body holds only their names, which are replaced as it
 * is sent, so that the report of a failure can be read.
 */
const stoodFor: Record<string, () => string> = {
  '<huge>': () => 'x'.repeat(500_000),
  '<over 1 MB>': () => 'x'.repeat(1_200_000),
  // No compression makes it fit where only so many bytes do.
  '<many letters>': () =>
    Array.from({ length: 1000 }, (_, place) =>
      String.fromCodePoint(0x20000 + ((place * 7919) % 40_000)),
    ).join(''),
  '"<deep>"': () => '['.repeat(100_000) + ']'.repeat(100_000),
  '"<1e999>"': () => '1e999',
}

/** Replaces each name by its value, but only once: twice would be too long. */
export function spelledOut(json: string): string {
  return Object.entries(stoodFor).reduce((text, [name, value]) => text.replace(name, value), json)
}

/** Said in what is sent; nothing that the server answers may repeat it. */
export const canary = 'Zanzibar'

/** Values that hardly any field should have. */
const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    -0,
    0.5,
    1e300,
    2 ** 31,
    2 ** 53,
    '<1e999>',
    '',
    ' ',
    '<huge>',
    '<many letters>',
    '<deep>',
    `${canary}\0`,
    `${canary} \ud800`,
    '\u202e\ufeff\u0000',
    `<script>${canary}</script>`,
    `'; drop table users; -- ${canary}`,
    '__proto__',
    {},
    [],
    [[[]]],
    { toString: canary, length: -1 },
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)

const extraFields = fc.dictionary(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'isSuperUser', 'id', canary, ''),
  fc.oneof(odd, fc.constant({ prototype: { isSuperUser: true } })),
  { maxKeys: 2 },
)

function text({ maxLength = 300, pattern }: Schema, known: string[]): fc.Arbitrary<string> {
  const long = maxLength < 1000 ? 'x'.repeat(maxLength) : '<many letters>'
  if (pattern !== undefined) {
    return fc.oneof(fc.stringMatching(new RegExp(pattern)), fc.constantFrom(...known, canary, long))
  }
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(known.length > 0 ? known : [canary])) },
    fc.string({ maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: Math.min(maxLength, 100) }),
    fc.constant(long),
  )
}

/** Values that the schema allows. */
export function fitting(given: TSchema, familiar: Familiar, name = ''): fc.Arbitrary<unknown> {
  const schema = given as Schema
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => fitting(one, familiar, name)))
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch (schema.type) {
    case 'object':
      return fc.record(
        fields(schema, (one, field) => fitting(one, familiar, field)),
        { requiredKeys: schema.required ?? [], noNullPrototype: true },
      )
    case 'array':
      return fc.array(fitting(schema.items ?? {}, familiar, name), { maxLength: 12 })
    case 'string':
      return text(schema, familiar[name] ?? [])
    case 'integer': {
      const { minimum = -(2 ** 53), maximum = 2 ** 53 } = schema
      return fc.integer({ min: Math.max(minimum, -1e9), max: Math.min(maximum, 1e9) })
    }
    case 'number': {
      const { minimum = -1e9, maximum = 1e9 } = schema
      return fc.double({ min: minimum, max: maximum, noNaN: true })
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      throw new Error(`No value is made yet for a schema of type ${schema.type}`)
  }
}

/** Values close to what the schema allows, most of them wrong in one place. */
export function around(given: TSchema, familiar: Familiar, name = ''): fc.Arbitrary<unknown> {
  const schema = given as Schema
  if (schema.type === 'array') {
    const items = fc.oneof(
      { weight: 3, arbitrary: fitting(schema.items ?? {}, familiar, name) },
      around(schema.items ?? {}, familiar, name),
    )
    const many = fc.tuple(items, fc.constantFrom(1, 5000, 5001))
    return fc.oneof(
      { weight: 3, arbitrary: fc.array(items, { maxLength: 6 }) },
      many.map(([item, count]) => Array.from({ length: count }, () => item)),
      odd,
    )
  }
  if (schema.type !== 'object') return fc.oneof(odd, fitting(schema, familiar, name))
  const names = Object.keys(schema.properties ?? {})
  const wrongField = fc.constantFrom(...names).chain((field) =>
    around(schema.properties?.[field] ?? {}, familiar, field).map((value) => ({
      [field]: value,
    })),
  )
  const body = fitting(schema, familiar) as fc.Arbitrary<object>
  return fc.oneof(
    { weight: 6, arbitrary: fc.tuple(body, wrongField).map(joined) },
    { weight: 2, arbitrary: fc.tuple(body, extraFields).map(joined) },
    fc.tuple(body, fc.constantFrom(...names)).map(([whole, field]) => without(whole, field)),
    odd,
  )
}

/** Also where a field is called `__proto__`. */
function joined([one, other]: [object, object]): object {
  return Object.fromEntries([...Object.entries(one), ...Object.entries(other)])
}

function without(whole: object, field: string): object {
  return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field))
}

function fields(
  { properties = {} }: Schema,
  make: (schema: Schema, name: string) => fc.Arbitrary<unknown>,
): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, make(schema, name)]),
  )
}
