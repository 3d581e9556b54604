/** The texts beside a painted week. */
export const painterTexts = {
  howTo: 'Draw over the half hours when you can be there.',
  keys: 'Keys: arrows move, with shift they draw a range, space paints it; 0, 1 and 2 choose the brush.',
  scrolls: 'A finger scrolls now. Choose a brush to paint.',
} as const
