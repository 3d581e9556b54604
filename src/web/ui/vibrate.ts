/** In ms, on and off by turns. Before the first touch of a page browsers refuse it, and complain. */
export function vibrate(pattern: number | number[]): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern)
}
