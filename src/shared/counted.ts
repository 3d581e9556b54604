/** `1 tent`, `1,560 tents`. */
export function counted(count: number, one: string): string {
  return `${count.toLocaleString('en-US')} ${one}${count === 1 ? '' : 's'}`
}
