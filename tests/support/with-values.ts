/** The address of a call, each `:name` of its path being this value. */
export function withValues(path: string, value = '1'): string {
  return path.replace(/:\w+/g, encodeURIComponent(value))
}
