import { type ReactNode, useState } from 'react'

type FoldedProps = { summary: ReactNode; children: ReactNode }

/** A line that opens. Its content is drawn, and what it needs is loaded, only while it is open. */
export function Folded({ summary, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
