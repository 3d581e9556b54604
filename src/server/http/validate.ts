import { type TObject, type TSchema, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import type { RefusalCode } from '../../shared/refusals.ts'
import { Refusal } from './refusal.ts'

type Validate = (input: unknown) => { value: unknown } | { error: Refusal }

/** Compiled when first used: to compile all would take a large part of a start. */
const checkers = new WeakMap<TSchema, ReturnType<typeof Compile>>()

/**
 * Validates untrusted input by its schema: wrong types are refused, never converted, and so is text
 * that the database cannot store (NUL, half a surrogate pair). What the schema does not name is left
 * out.
 */
export function validator(schema: TSchema, code: RefusalCode = 'badRequest'): Validate {
  return (input) => {
    const compiled = checkers.get(schema) ?? Compile(schema)
    checkers.set(schema, compiled)
    if (!compiled.Check(input)) {
      return { error: new Refusal(code, { text: describe(compiled.Errors(input)) }) }
    }
    const value = named(schema, input)
    const unclean = uncleanIn(value)
    if (unclean === null) return { value }
    const where = unclean === '' ? 'The request' : unclean
    const text = `${where} holds characters that cannot be stored.`
    return { error: new Refusal(code, { text }) }
  }
}

/**
 * As `validator`, for path and query values, which are all text: integers are parsed from digits.
 * Names that are not in the schema are ignored.
 */
export function addressValidator(schema: TObject, code: RefusalCode): Validate {
  const validate = validator(schema, code)
  return (input) => {
    const values = Object.entries(input as object).map(([name, text]) => [
      name,
      fromText(schema.properties[name], text),
    ])
    return validate(Object.fromEntries(values))
  }
}

function fromText(schema: TSchema | undefined, text: unknown): unknown {
  const isInteger = schema !== undefined && 'type' in schema && schema.type === 'integer'
  return isInteger && typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

type SchemaError = { keyword: string; instancePath: string; params: object }

/** The first error, with the path of its field (`periods.0.day`) but never the value that was sent. */
function describe(errors: SchemaError[]): string {
  const first = errors[0]
  if (first === undefined) return 'The request is not valid.'
  const path = first.instancePath.split('/')
  if ('requiredProperties' in first.params && Array.isArray(first.params.requiredProperties)) {
    const missing = first.params.requiredProperties.map((name) => textOf([...path, name]))
    return `${missing.join(', ')} missing. Please send all fields.`
  }
  const field = textOf(path)
  const where = field === '' || field.length > 80 ? 'The request' : field
  return `${where} is not valid: ${problem(first)}.`
}

function problem({ keyword, params }: SchemaError): string {
  const limit = 'limit' in params ? ` ${String(params.limit)}` : ''
  switch (keyword) {
    case 'type':
      return 'type' in params
        ? `it must be of type ${String(params.type)}`
        : 'it has the wrong type'
    case 'maxLength':
    case 'maxItems':
      return `it is longer than${limit}`
    case 'minLength':
    case 'minItems':
      return limit === ' 1' ? 'it is empty' : `it is shorter than${limit}`
    case 'uniqueItems':
      return 'it holds the same value twice'
    case 'minimum':
      return `it must be at least${limit}`
    case 'maximum':
      return `it must be at most${limit}`
    default:
      return 'it does not have the form that is asked for'
  }
}

/** `periods.0.day`; '' for a path that names no field. */
function textOf(path: readonly string[]): string {
  const text = path.filter((part) => /^([A-Za-z][A-Za-z\d]*|\d{1,4})$/.test(part)).join('.')
  return /[A-Za-z]/.test(text) ? text : ''
}

/**
 * Copies from a valid value only what the schema names. The rest is never visited, because it may
 * be nested deeper than the stack allows; `Value.Clean` would visit it.
 */
function named(schema: TSchema, value: unknown): unknown {
  if (Type.IsUnion(schema)) {
    const fitting = schema.anyOf.find((one) => Value.Check(one, value))
    return fitting === undefined ? value : named(fitting, value)
  }
  if (Type.IsArray(schema)) return (value as unknown[]).map((item) => named(schema.items, item))
  if (!Type.IsObject(schema)) return value
  const given = value as Record<string, unknown>
  const fields = Object.entries(schema.properties).filter(([name]) => Object.hasOwn(given, name))
  return Object.fromEntries(fields.map(([name, inner]) => [name, named(inner, given[name])]))
}

/** The path of the first text that cannot be stored, '' for one without; null: there is none. */
function uncleanIn(value: unknown, path: readonly string[] = []): string | null {
  if (typeof value === 'string') {
    return value.isWellFormed() && !value.includes('\0') ? null : textOf(path)
  }
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const unclean = uncleanIn(inner, [...path, name])
    if (unclean !== null) return unclean
  }
  return null
}
