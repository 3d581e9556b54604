/** The texts about embedded sites. */
export const communityTexts = {
  blocked: 'It cannot be shown here just now. The link leads to it.',
} as const
