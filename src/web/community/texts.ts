/** What is said of what other sites show. */
export const communityTexts = {
  blocked: 'It cannot be shown here just now. The link leads to it.',
} as const
