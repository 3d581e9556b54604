/** What is said of any part, beside the texts of the specification. */
export const uiTexts = {
  tryAgainAction: 'Try again',
} as const
