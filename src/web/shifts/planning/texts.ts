/** The texts for planners. */
export const planningTexts = {
  covered: 'Enough are free for every half hour of these days.',
  unanswered:
    'Anyone who has not answered counts as unavailable. Ask them to open Shifts, say who they are and paint their times; or fill in for them here.',
  noDraft:
    'There is no draft yet. You get a first plan at once; better ones are looked for during the next 10 seconds.',
  replacesDraft: (days: string) => `A new plan replaces the draft of ${days}.`,
  apart: 'Apart: the difference in hours between the members with the most and the fewest.',
  keep: 'Change as little as possible of the published plan',
  published: 'Published. Your tent sees it now.',
  unchanged: 'It is the same as the published plan.',
  onlyYou: 'Only those who plan see this, until it is published.',
  lockHint:
    'A locked shift stays in every new plan, on unavailable time too. Make a plan again after you change locks.',
  locked: (what: string) => `Locked: ${what}.`,
  unlocked: (what: string) => `Unlocked: ${what}.`,
  lockDaysOver: 'The days shown are over. Choose later ones above to lock a shift.',
  noLocks: 'Nothing is locked.',
  settingsSaved: 'Saved.',
  deputyNamed: (name: string) => `${name} may plan now, too.`,
  deputyEnded: (name: string) => `${name} no longer plans.`,
  captainDecides: 'Only the captain can change whose account this is.',
  unlink: (name: string) => `Unlink the account of ${name}?`,
  unlinkTakes: (name: string, isDeputy: boolean) =>
    `The times, the offers and the calendar address of ${name} go${isDeputy ? `, and ${name} is no deputy any more` : ''}. Their shifts stay.`,
  answersThemself: (name: string) => `${name} has an account now and answers themself.`,
  unlinked: (name: string) => `${name} can be linked to an account again.`,
  logEmpty: 'Nothing yet. What planners do will show up here.',
} as const
