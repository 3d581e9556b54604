import type { ComponentProps } from 'react'

/** A tent at night, lit or dark. `x`, `y` and `width`: its place in another drawing. */
export function LitTent({ isLit, ...place }: ComponentProps<'svg'> & { isLit: boolean }) {
  return (
    <svg viewBox="0 0 32 24" aria-hidden="true" {...place}>
      {isLit ? (
        <>
          <path d="M16 2 30 22H2Z" fill="var(--tent-lit)" />
          <path d="M16 10 21 22H11Z" fill="var(--tent-lit-door)" />
        </>
      ) : (
        <>
          <path
            d="M16 2 30 22H2Z"
            fill="var(--tent-out)"
            stroke="var(--tent-out-edge)"
            strokeWidth="1.5"
          />
          <path d="M16 10 21 22H11Z" fill="var(--tent-out-door)" />
        </>
      )}
    </svg>
  )
}
