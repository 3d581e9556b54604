import { lazyPart } from '../api/lazy-part.tsx'

// Loaded after what the first mark needs.
const cards = lazyPart(async () => (await import('./exclusions/card-checker.tsx')).CardChecker)
const close = lazyPart(async () => (await import('./closing/close-check.tsx')).CloseCheck)
const conflicts = lazyPart(async () => (await import('./marks/conflicts.tsx')).Conflicts)
const excluded = lazyPart(async () => (await import('./excluded-notice.tsx')).ExcludedNotice)
const onlooker = lazyPart(async () => (await import('./pages/onlooker.tsx')).Onlooker)
const out = lazyPart(async () => (await import('./closing/still-out.tsx')).StillOut)
const start = lazyPart(async () => (await import('./starting/start-check.tsx')).StartCheck)
const summary = lazyPart(async () => (await import('./closing/summary.tsx')).Summary)

export const CardChecker = cards.Part
export const CloseCheck = close.Part
export const Conflicts = conflicts.Part
export const ExcludedNotice = excluded.Part
export const Onlooker = onlooker.Part
export const StartCheck = start.Part
export const StillOut = out.Part
export const Summary = summary.Part

/** Loads them before they are needed. */
export function loadParts(): void {
  for (const { load } of [start, conflicts, cards, excluded, out, summary]) load().catch(() => {})
}
