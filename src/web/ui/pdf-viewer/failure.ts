export type PdfFailure = 'damaged' | 'unreachable'

/** From the worker pdf.js hands on no more than the words in which a browser says that nothing came. */
const unreachableWords = /fetch|network|load failed|connection/i

/** Why a PDF, or a page of it, could not be had. */
export function failureOf(error: unknown): PdfFailure {
  if (!(error instanceof Error) || unreachableWords.test(error.message)) return 'unreachable'
  return /InvalidPDF|FormatError|UnknownError|XRef/.test(error.name) ? 'damaged' : 'unreachable'
}
