/** The texts that all parts of the shifts use. */
export const pictureTexts = {
  failed: 'That could not be saved.',
  unanswered: 'No answer came. Once you are back online, this page shows what was saved.',
  loadFailed: 'The shifts of your tent could not be loaded.',
  daysFailed: 'Those days could not be loaded. The ones before are still shown.',
} as const
