import type { Period } from './contract.ts'

export function isWithoutChecks({ day, night }: Period): boolean {
  return day === 0 && night === 0
}
