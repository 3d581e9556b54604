/** The texts about availability. */
export const availabilityTexts = {
  saved: 'Your times are saved.',
  savedFor: (name: string) => `The times of ${name} are saved.`,
  unsaved: 'Not saved yet.',
  savedMeanwhile: 'Other times were saved meanwhile. Save these over them, or see those.',
  every: 'Holds for every week, until you paint it anew.',
  otherDays: (count: number) =>
    count === 1
      ? 'One day is otherwise: see Single days.'
      : `${count} days are otherwise: see Single days.`,
  single: 'Holds for these days alone; the others stay as every week.',
  nothing: 'Nothing is painted yet: unavailable all week.',
  nothingButDays: 'Nothing is painted for every week: only what is said of single days holds.',
  notAnswered: 'You have not answered yet: until you do, you count as unavailable.',
  sheetHint:
    'Times down; people across, or the days of one person (Mon, 1/26). x, X or 1 where somebody is free.',
  calendarHint: 'An ICS file of your calendar: busy is unavailable, all else available.',
  when2meetHint: 'The page of a when2meet, saved by your browser (Save page as …).',
  nothingRead: 'It says nothing of the next six weeks.',
  readFailed: 'That could not be read.',
  chooseFile: 'Choose a file first.',
  filled: (count: number) =>
    `${count === 1 ? 'One person’s times are' : `The times of ${count} people are`} saved.`,
} as const
