/** The texts about fairness. */
export const fairnessTexts = {
  nothing: 'Nothing is planned yet. Once a plan is published, everyone’s hours show up here.',
  legend: 'Hours that are planned so far; the filled part was done: “I’m here” was tapped.',
} as const
