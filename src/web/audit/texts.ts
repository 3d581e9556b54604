/** The texts about the audit that the specification does not give. */
export const auditTexts = {
  auditFailed: 'The audit could not be loaded.',
  auditEmpty: 'Nothing was done yet. Changes of roles, settings and data will stand here.',
  tentsFailed: 'Its tents could not be loaded.',
  unnamed: (tents: number) =>
    `${tents === 1 ? '1 tent' : `${tents} tents`} more, which the audit does not name.`,
} as const
