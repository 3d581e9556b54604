import type { ComponentProps } from 'react'

/** A tent at night, lit or dark. `x`, `y` and `width`: its place in another drawing. */
export function LitTent({ isLit, ...place }: ComponentProps<'svg'> & { isLit: boolean }) {
  return (
    <svg viewBox="0 0 32 24" aria-hidden="true" {...place}>
      {isLit ? (
        <>
          <path d="M16 2 30 22H2Z" fill="#ffb84d" />
          <path d="M16 10 21 22H11Z" fill="#7a3b00" />
        </>
      ) : (
        <>
          <path d="M16 2 30 22H2Z" fill="#26304a" stroke="#7c8aab" strokeWidth="1.5" />
          <path d="M16 10 21 22H11Z" fill="#0a0e1a" />
        </>
      )}
    </svg>
  )
}
