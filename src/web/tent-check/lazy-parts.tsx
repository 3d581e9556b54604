import { lazyPart } from '../api/lazy-part.tsx'

// Loaded after what the first mark needs.
export const CardChecker = lazyPart(
  async () => (await import('./exclusions/card-checker.tsx')).CardChecker,
)
export const CloseButtons = lazyPart(
  async () => (await import('./closing/close-buttons.tsx')).CloseButtons,
)
export const Conflicts = lazyPart(async () => (await import('./marks/conflicts.tsx')).Conflicts)
export const ExcludedNotice = lazyPart(
  async () => (await import('./excluded-notice.tsx')).ExcludedNotice,
)
export const Onlooker = lazyPart(async () => (await import('./pages/onlooker.tsx')).Onlooker)
export const StillOut = lazyPart(async () => (await import('./closing/still-out.tsx')).StillOut)
export const StartCheck = lazyPart(
  async () => (await import('./starting/start-check.tsx')).StartCheck,
)
export const Summary = lazyPart(async () => (await import('./closing/summary.tsx')).Summary)

/** Loads them before they are needed. */
export function loadParts(): void {
  for (const { load } of [StartCheck, Conflicts, CardChecker, ExcludedNotice, StillOut, Summary])
    load().catch(() => {})
}
