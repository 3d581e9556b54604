import { counted } from '../../shared/counted.ts'

/** The texts about the audit that the specification does not give. */
export const auditTexts = {
  auditFailed: 'The audit could not be loaded.',
  auditEmpty: 'Nothing yet. Changes to roles, settings and data will show up here.',
  tentsFailed: 'Its tents could not be loaded.',
  unnamed: (tents: number) => `${counted(tents, 'tent')} more, which the audit does not name.`,
} as const
