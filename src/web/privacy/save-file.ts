/** Lets the browser keep a value as a JSON file of this name. */
export function saveJson(name: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
