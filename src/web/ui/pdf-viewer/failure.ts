export type PdfFailure = 'damaged' | 'unreachable'

/** The worker of pdf.js passes on only the browser's message about a failed request. */
const unreachableWords = /fetch|network|load failed|connection/i

/** Why a PDF or one of its pages could not be shown. */
export function failureOf(error: unknown): PdfFailure {
  if (!(error instanceof Error) || unreachableWords.test(error.message)) return 'unreachable'
  return /InvalidPDF|FormatError|UnknownError|XRef/.test(error.name) ? 'damaged' : 'unreachable'
}
