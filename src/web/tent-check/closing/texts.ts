/** The texts about calls and the end of a check that the specification does not give. */
export const closingTexts = {
  summaryFailed: 'The summary could not be loaded.',
  callUnanswered: 'No answer came. The calls that were made are shown here.',
  restUnanswered: 'No answer came, so they may or may not be missed. Try again: each counts once.',
  restMissed: (missed: number, already: number) =>
    `${missed === 1 ? '1 tent is' : `${missed} tents are`} marked as missed.${already === 0 ? '' : ` ${already === 1 ? '1 was' : `${already} were`} marked meanwhile.`}`,
} as const
