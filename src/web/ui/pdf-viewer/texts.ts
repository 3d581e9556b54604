import type { PdfFailure } from './failure.ts'

/** The texts of the PDF viewer that the specification does not give. */
export const pdfTexts = {
  failures: {
    damaged: 'This PDF is damaged and could not be opened.',
    unreachable: 'The document could not be loaded.',
  } satisfies Record<PdfFailure, string>,
  passwordWrong: 'That password does not open it. Please try again.',
} as const
