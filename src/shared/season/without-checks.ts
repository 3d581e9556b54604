import type { Period } from './contract.ts'

export function isWithoutChecks({ day, night }: Pick<Period, 'day' | 'night'>): boolean {
  return day === 0 && night === 0
}
