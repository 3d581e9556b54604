/** UUIDs in lower case, as the database returns them. */
export function lowerCased<Values extends object>(
  values: Values,
  ids: readonly (keyof Values)[],
): Values {
  const lower = (id: unknown) => String(id).toLowerCase()
  const given = ids.filter((name) => values[name] !== undefined)
  const lowered = given.map((name) => {
    const value: unknown = values[name]
    return [name, Array.isArray(value) ? value.map(lower) : lower(value)] as const
  })
  return { ...values, ...Object.fromEntries(lowered) }
}
