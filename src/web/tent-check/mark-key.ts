/** Where the marks of one person wait on a phone: each under this and its markId. */
export function markKeyPrefix(netID: string): string {
  return `tent-city.mark.${netID}.`
}
