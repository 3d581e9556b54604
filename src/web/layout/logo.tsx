/** The little tent beside the name. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <path d="M16 4 30 27H2Z" fill="var(--color-live)" />
      <path d="M16 13 21.5 27h-11Z" fill="var(--tent-lit-door)" />
    </svg>
  )
}
