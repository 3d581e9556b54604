import type { CheckStatus } from '../../../shared/tent-check/contract.ts'
import type { LiveSocket } from '../../api/live-socket.ts'
import type { PendingExclusions } from '../exclusions/pending-exclusions.ts'
import type { KnownCheck, Picture } from './picture.ts'

/** What the live check needs, and whom it informs. */
export type LiveCheckDependencies = {
  socket: LiveSocket
  ask: () => Promise<CheckStatus>
  /** Was this page opened as a line monitor? */
  isLineMonitor: boolean
  /** What this phone remembers, shown until the server answers. */
  remembered: KnownCheck | null
  rememberedExclusions: (checkId: string) => PendingExclusions
  onPendingExclusions: (
    checkId: string,
    pending: PendingExclusions,
    before: PendingExclusions,
  ) => void
  /** `unseen`: the check ended while this phone was away. */
  onClosed: (how: 'ended' | 'cancelled' | 'unseen', checkId: string) => void
  /** The server was restored from a backup: earlier events are void. */
  onRestored: (picture: Picture) => void
  onRefused: (text: string) => void
  /**
   * Called when the check is over and the server never confirmed that these names were excluded or
   * included. null: nobody is there to read that, so refused names stay stored.
   */
  onUnsent: ((names: readonly string[]) => void) | null
  /** For the server, the signed-in person is not the one of this page. */
  onSessionMismatch: () => void
}
