/** The texts of shared parts that the specification does not give. */
export const uiTexts = {
  tryAgainAction: 'Try again',
} as const
