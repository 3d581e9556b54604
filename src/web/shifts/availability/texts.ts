/** The texts about availability. */
export const availabilityTexts = {
  saved: 'Your times are saved.',
  savedFor: (name: string) => `The times of ${name} are saved.`,
  unsaved: 'Not saved yet.',
  savedMeanwhile:
    'Other times have been saved since. Save yours over them, or discard yours to see those.',
  every: 'Counts for every week until you paint it again.',
  otherDays: (count: number) =>
    count === 1
      ? 'One day is different: see Single days.'
      : `${count} days are different: see Single days.`,
  single: 'Counts for these days only; the others stay as in Every week.',
  nothing: 'Nothing is painted yet: unavailable all week.',
  nothingButDays: 'Nothing is painted for every week: only your single days count.',
  notAnswered: 'You have not answered yet: until you do, you count as unavailable.',
  sheetHint:
    'Times in rows; people in columns, or the days of one person (Mon, 1/26). x, X or 1 where somebody is free.',
  calendarHint: 'An ICS file of your calendar: busy is unavailable, all else available.',
  when2meetHint: 'A when2meet page, saved from your browser (Save page as …).',
  nothingRead: 'It has nothing for the next six weeks.',
  readFailed: 'That could not be read.',
  readUnanswered: 'No answer came. Try again.',
  answersThemself: (name: string) =>
    `${name} has an account: only they can say when they are free.`,
  chooseFile: 'Choose a file first.',
  filled: (count: number) =>
    `${count === 1 ? 'One person’s times are' : `The times of ${count} people are`} saved.`,
} as const
