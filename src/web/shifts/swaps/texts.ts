/** The texts about swaps. */
export const swapsTexts = {
  none: 'Nobody gives a shift away or asks for one.',
  offerYours: 'You can offer one of yours below.',
  noShifts: 'You have no shift to come in the days that are shown. Choose other days above.',
  offered: 'Offered. Whoever can take it sees it now.',
  asked: 'Asked. They see it now.',
  taken: 'It is yours.',
  agreed: 'Agreed: the plan is changed.',
  waits: 'It waits for a yes of whoever plans.',
  optionsFailed: 'Who could take it could not be loaded.',
  nobodyCan: 'Nobody with an account here is free for all of it, so it cannot be given away.',
  noneForIt: 'There is no shift that you could have for it.',
  noneToAskFor: 'In the days that are shown there is no shift of others that you could have.',
  answerFirst: 'To ask for a shift of others, first say when you can be there, under “My times”.',
  substitutesHint: 'Somebody did not come? These said that they can be called.',
  noSubstitutes: 'Nobody has said so yet.',
} as const
