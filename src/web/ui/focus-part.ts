/**
 * Moves the focus to a part of the page, which need not be able to have it otherwise. A field that is
 * typed in keeps it.
 */
export function focusPart(part: HTMLElement): void {
  if (document.activeElement?.matches('input, textarea')) return
  if (part.tabIndex < 0) part.tabIndex = -1
  part.focus({ preventScroll: true })
}

/** Moves the focus to what the address names, once it is there; not if the reader has gone on meanwhile. */
export function focusLinked(part: HTMLElement): void {
  if (document.activeElement?.matches('body, main') ?? true) focusPart(part)
}
