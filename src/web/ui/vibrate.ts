/**
 * In ms, on and off in turns. Before the first touch of a page, browsers refuse and log a warning.
 */
export function vibrate(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}

/** What was done did not count. */
export function vibrateForRefusal(): void {
  vibrate([60, 80, 60, 80, 60])
}
