/** The texts about the plan in use. */
export const planTexts = {
  nothing: 'Nobody is on shift in these days.',
  nothingHintPlanner: 'Make a plan from when everyone can be there.',
  feedOnce:
    'Copy it into your calendar app now: it is shown only once. Anyone who has it can see your shifts.',
  feedReplaced: 'The one from before stops working then.',
  feedUnanswered: 'No answer came. An address from before may have ended: try again.',
  feedEnded: 'The address no longer works.',
} as const
