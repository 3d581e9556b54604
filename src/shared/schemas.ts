import { type TSchema, Type } from 'typebox'

/** ISO 8601 in UTC. */
export const instant = Type.String()

export const uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' })

/** One of these texts. */
export const oneOf = <Values extends string[]>(values: readonly [...Values]) =>
  Type.Enum<Values>(values, { type: 'string' })

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
