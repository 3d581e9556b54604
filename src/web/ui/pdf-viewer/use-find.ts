import { useEffect, useState } from 'react'
import { type Found, findInDocument } from './find.ts'
import type { PDFDocumentProxy } from './pdf.ts'

const waitMs = 250

/** The matches of the typed text, and the current one. */
export function useFind(
  pdf: PDFDocumentProxy,
  onPage: (page: number) => void,
  onFailure: (error: unknown) => void,
) {
  const [isOpen, setIsOpen] = useState(false)
  const [query, setQuery] = useState('')
  const [found, setFound] = useState<Found[] | null>(null)
  const [at, setAt] = useState(0)
  const wanted = isOpen ? query.trim() : ''

  useEffect(() => {
    setFound(null)
    setAt(0)
    if (wanted === '') return
    let isGone = false
    const look = async () => {
      const matches = await findInDocument(pdf, wanted, () => isGone)
      if (isGone) return
      setFound(matches)
      if (matches[0]) onPage(matches[0].page)
    }
    const timer = setTimeout(() => look().catch(onFailure), waitMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [pdf, wanted, onPage, onFailure])

  const step = (by: 1 | -1) => {
    if (found === null || found.length === 0) return
    const next = (at + by + found.length) % found.length
    setAt(next)
    onPage(found[next]?.page ?? 1)
  }
  return { isOpen, setIsOpen, query, setQuery, wanted, found, at, step }
}
