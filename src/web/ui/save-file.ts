import { minuteMs } from '../../shared/durations.ts'

/** Offers a file with this name as a download. */
export function saveFile(name: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Safari begins the download only after this.
  setTimeout(() => URL.revokeObjectURL(address), minuteMs)
}

/** Offers a value as a JSON download with this name. */
export function saveJson(name: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`
  saveFile(name, new Blob([text], { type: 'application/json' }))
}
