/** The texts of shared parts that the specification does not give. */
export const uiTexts = {
  tryAgainAction: 'Try again',
  offlineAsOf: (when: string) => `Offline: as of ${when}.`,
  beingSent: 'It is being sent…',
  copied: 'Copied.',
  notCopied: 'It could not be copied. Select the words instead.',
} as const
