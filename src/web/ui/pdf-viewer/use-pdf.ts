import { useEffect, useState } from 'react'
import { failureOf, type PdfFailure } from './failure.ts'
import { loadPdf, needsPassword, type PDFDocumentProxy } from './pdf.ts'

export type PdfState =
  | { state: 'loading' }
  | { state: 'locked'; wasWrong: boolean; unlock: (password: string) => void }
  | { state: 'failed'; why: PdfFailure; retry: () => void }
  | { state: 'open'; document: OpenDocument }

export type OpenDocument = {
  pdf: PDFDocumentProxy
  width: number
  height: number
  /**
   * Reports that a part could not be loaded. pdf.js remembers that, so the document must be opened
   * again.
   */
  onFailure: (error: unknown) => void
}

/** Opens a PDF, and closes it when the component unmounts. The size is its first page's, in points. */
export function usePdf(url: string): PdfState {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<PdfState>({ state: 'loading' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt loads anew
  useEffect(() => {
    setState({ state: 'loading' })
    const task = loadPdf(url)
    let isGone = false
    task.onPassword = (unlock: (password: string) => void, reason: number) => {
      if (!isGone) setState({ state: 'locked', wasWrong: reason !== needsPassword, unlock })
    }
    const fail = (error: unknown) => {
      if (isGone) return
      console.error(error)
      const retry = () => setAttempt((before) => before + 1)
      setState({ state: 'failed', why: failureOf(error), retry })
    }
    // A damaged page stays white; the others can still be read.
    const onFailure = (error: unknown) => {
      if (failureOf(error) === 'unreachable') fail(error)
    }
    task.promise
      .then(async (pdf) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        if (!isGone) setState({ state: 'open', document: { pdf, width, height, onFailure } })
      })
      .catch(fail)
    return () => {
      isGone = true
      void task.destroy()
    }
  }, [url, attempt])

  return state
}
