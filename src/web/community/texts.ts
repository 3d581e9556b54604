/** The texts about embedded sites. */
export const communityTexts = {
  blocked: 'It cannot be shown here right now. Use the link to see it.',
} as const
