/** What is said of the audit, beside the texts of the specification. */
export const auditTexts = {
  auditFailed: 'The audit could not be loaded.',
  auditEmpty: 'Nothing was done yet.',
  auditIsCut: 'What is older is kept, too, but not shown here.',
} as const
