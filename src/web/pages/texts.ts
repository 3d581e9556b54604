/** The texts around what super users write. */
export const pagesTexts = {
  pageFailed: 'This page could not be loaded.',
  announcementsFailed: 'Announcements could not be loaded.',
} as const
