import { type ReactNode, useState } from 'react'

type FoldedProps = {
  summary: ReactNode
  /** For a screen reader, where several lines of a page read the same; begins with the summary. */
  label?: string
  children: ReactNode
}

/** A line that opens. Its content is drawn, and what it needs is loaded, only while it is open. */
export function Folded({ summary, label, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={label}>{summary}</summary>
      {isOpen && children}
    </details>
  )
}
