import { type TSchema, Type } from 'typebox'

/** ISO 8601 in UTC. */
export const instant = Type.String()

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
