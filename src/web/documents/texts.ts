/** The texts about documents that the specification does not give. */
export const documentsTexts = {
  documentFailed: (title: string) => `The ${title.toLowerCase()} could not be loaded.`,
  uploadsFailed: 'The list of uploads could not be loaded.',
  noneUploaded: 'None uploaded yet. Choose a PDF; once it is uploaded, everyone reads it.',
} as const
