/** First match wins: user agents also name other browsers. */
const browsers: [pattern: RegExp, name: string][] = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPT|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS)\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
]

const systems: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** A browser's User-Agent has some 150 characters; one of 30,000 would take a second to search. */
const charactersRead = 300

/** What a sign-in came from, as in "Chrome on Android"; '' where its User-Agent does not tell. */
export function deviceOf(userAgent = ''): string {
  const read = userAgent.slice(0, charactersRead)
  const nameIn = (list: typeof browsers) => list.find(([pattern]) => pattern.test(read))?.[1]
  const browser = nameIn(browsers)
  const system = nameIn(systems)
  if (browser === undefined) return system ?? ''
  return system === undefined ? browser : `${browser} on ${system}`
}
