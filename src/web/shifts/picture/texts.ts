/** The texts that all parts of the shifts use. */
export const pictureTexts = {
  failed: 'That could not be saved.',
  unanswered: 'No answer came. What holds is what is shown here once you are back online.',
  loadFailed: 'The shifts of your tent could not be loaded.',
  daysFailed: 'Those days could not be loaded. The ones before are still shown.',
} as const
