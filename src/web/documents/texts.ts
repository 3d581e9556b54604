/** What is said of documents, beside the texts of the specification. */
export const documentsTexts = {
  uploadsFailed: 'What is uploaded could not be loaded.',
  noneUploaded: 'None uploaded yet.',
} as const
