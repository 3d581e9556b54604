import type { TObject, TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Settings } from 'typebox/system'
import { Value } from 'typebox/value'
import type { RefusalCode } from '../../shared/refusals.ts'
import { Refusal } from './refusal.ts'

// No union here is of objects, for which it would rebuild the schema at each call of `Clean`.
Settings.Set({ unionPrioritySort: false })

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
    const value = Value.Clean(schema, input)
    const unclean = uncleanIn(value)
    if (unclean !== null) {
      const where = unclean === '' ? 'The request' : unclean
      throw new Refusal(code, { text: `${where} holds characters that cannot be stored.` })
    }
    return { value }
  }
}

/**
 * The same for path and query values, which are all text: integers are parsed from digits. Names
 * that are not in the schema are ignored.
 */
export function addressValidator(schema: TObject, code: RefusalCode): Validate {
  const validate = validator(schema, code)
  return (input) => {
    const given = Object.entries(input as object).filter(([name]) =>
      Object.hasOwn(schema.properties, name),
    )
    const values = given.map(([name, text]) => [name, fromText(schema.properties[name], text)])
    return validate(Object.fromEntries(values))
  }
}

function fromText(schema: TSchema | undefined, text: unknown): unknown {
  const isInteger = schema !== undefined && 'type' in schema && schema.type === 'integer'
  return isInteger && typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

type SchemaError = { keyword: string; instancePath: string; params: object }

/** The first error, with the field's name but never the value that was sent. */
function describe(errors: SchemaError[]): string {
  const first = errors[0]
  if (first === undefined) return 'The request is not valid.'
  if ('requiredProperties' in first.params && Array.isArray(first.params.requiredProperties)) {
    return `${first.params.requiredProperties.join(', ')} missing. Please send all fields.`
  }
  const field = first.instancePath.split('/').filter(isFieldName).at(-1)
  if (field === undefined && first.keyword !== 'type') {
    return `The request is not valid: ${problem(first)}.`
  }
  if (field === undefined || field.length > 40)
    return 'The request is not valid: it must be a JSON object.'
  return `${field} is not valid: ${problem(first)}.`
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
      return `it is shorter than${limit}`
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

function isFieldName(part: string): boolean {
  return /^[A-Za-z]+$/.test(part)
}

/**
 * The field of the first text that cannot be stored, '' for one without a field; null: there is
 * none. Not recursive: unknown fields may be nested deeper than the stack allows.
 */
function uncleanIn(input: unknown): string | null {
  const found = [{ value: input, field: '' }]
  for (const { value, field } of found) {
    if (typeof value === 'string') {
      if (!value.isWellFormed() || value.includes('\0')) return field
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        const isNamed = isFieldName(name) && name.length <= 40
        found.push({ value: inner, field: isNamed ? name : field })
      }
    }
  }
  return null
}
