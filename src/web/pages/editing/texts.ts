/** The texts for people who write pages and announcements. */
export const editingTexts = {
  markdown:
    'Markdown: # a heading, - a list, **bold**, [a link](https://…). HTML and pictures are not shown.',
  previewFailed: 'The preview could not be made.',
  previewUnanswered: 'No answer came. Try the preview again.',
  sourceFailed: 'The text could not be loaded.',
  pageSaved: (number: number) => `Saved. It is version ${number}, and everyone reads it now.`,
  pageFailed: 'The page could not be saved.',
  pageUnanswered: 'No answer came. If it still says “Not saved yet.”, save again: it counts once.',
  versionsEmpty: 'Nobody has changed it yet. Change the text above and save it.',
  versionFailed: 'This version could not be loaded.',
  announcementsFailed: 'The announcements could not be loaded.',
  announcementsEmpty: 'Nothing is announced. Write the first one below.',
  announced: 'It is announced.',
  announcementChanged: 'It is changed.',
  announcementEnded: 'The announcement is over.',
  announcementFailed: 'It could not be announced.',
  announcementEndFailed: 'The announcement could not be ended.',
  announcementUnanswered: 'No answer came. The list shows what is announced.',
} as const
