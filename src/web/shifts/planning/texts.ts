/** The texts for planners. */
export const planningTexts = {
  covered: 'Enough are free for every half hour of these days.',
  unanswered:
    'Whoever has not answered counts as unavailable. Ask them to open Shifts, say who they are and paint their times; or fill in for them here.',
  noDraft:
    'There is no draft yet. A first plan is here at once; better ones are looked for until 10 seconds later.',
  apart: 'Apart: the difference in hours between who has the most and who has the least.',
  keep: 'Change as little as possible of the published plan',
  published: 'Published. Your tent sees it now.',
  unchanged: 'It is the same as the published plan.',
  onlyYou: 'Only those who plan see this, until it is published.',
  lockHint:
    'A locked shift stays in every new plan, on unavailable time too. Make a plan again after you change locks.',
  noLocks: 'Nothing is locked.',
  settingsSaved: 'Saved.',
  deputyNamed: (name: string) => `${name} may plan now, too.`,
  deputyEnded: (name: string) => `${name} no longer plans.`,
  captainDecides: 'Only the captain can change whose account this is.',
  unlinked: (name: string) => `${name} can be linked to an account anew.`,
  logEmpty: 'Nothing was done yet. What planners do will stand here.',
} as const
