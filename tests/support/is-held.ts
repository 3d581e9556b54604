/** It ignores presses, but keeps the focus. */
export function isHeld(button: HTMLElement): boolean {
  return button.matches('[aria-disabled=true]:not(:disabled)')
}
