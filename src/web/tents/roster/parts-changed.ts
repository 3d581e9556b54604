import { membersOf } from '../../../shared/tents/members.ts'

export type PartsChanged = { gone: string; come: string; kept: number }

/**
 * The removed and added parts of a text, and how many parts of a list stay: so it is clear who of
 * 12 members is new. If only the order changes, or a text was cut, the whole texts.
 */
export function partsChanged(before: string, after: string): PartsChanged {
  const whole = { gone: before, come: after, kept: 0 }
  if ([before, after].some((text) => text.endsWith('…'))) return whole
  const [old, now] = [before, after].map((members) => membersOf({ members }))
  if (old === undefined || now === undefined || Math.max(old.length, now.length) < 2) return whole
  const gone = old.filter((part) => !now.includes(part))
  const come = now.filter((part) => !old.includes(part))
  if (gone.length + come.length === 0) return whole
  return { gone: gone.join(', '), come: come.join(', '), kept: now.length - come.length }
}
