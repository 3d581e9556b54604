/** Lets the browser keep something as a file of this name. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Lets the browser keep a value as a JSON file of this name. */
export function saveJson(name: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`
  saveFile(name, new Blob([text], { type: 'application/json' }))
}
