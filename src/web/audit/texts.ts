/** The texts about the audit that the specification does not give. */
export const auditTexts = {
  auditFailed: 'The audit could not be loaded.',
  auditEmpty: 'Nothing was done yet.',
  auditIsCut: 'What is older is kept, too, but not shown here.',
} as const
