import { useEffect, useState } from 'react'
import { failureOf, loadPdf, needsPassword, type PDFDocumentProxy, type PdfFailure } from './pdf.ts'

export type PdfState =
  | { state: 'loading' }
  | { state: 'locked'; wasWrong: boolean; unlock: (password: string) => void }
  | { state: 'failed'; why: PdfFailure; retry: () => void }
  | { state: 'open'; pdf: PDFDocumentProxy; width: number; height: number }

/** Opens a PDF and closes it with the component. Sizes are those of its first page, in points. */
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
    task.promise
      .then(async (pdf) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        if (!isGone) setState({ state: 'open', pdf, width, height })
      })
      .catch((error: unknown) => {
        if (isGone) return
        console.error(error)
        const retry = () => setAttempt((before) => before + 1)
        setState({ state: 'failed', why: failureOf(error), retry })
      })
    return () => {
      isGone = true
      void task.destroy()
    }
  }, [url, attempt])

  return state
}
