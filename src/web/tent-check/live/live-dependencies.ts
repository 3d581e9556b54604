import type { CheckStatus } from '../../../shared/tent-check/contract.ts'
import type { LiveSocket } from '../../api/live-socket.ts'
import type { PendingExclusions } from '../exclusions/pending-exclusions.ts'
import type { KnownCheck, Picture } from './picture.ts'

/** What the live check stands on, and whom it tells. */
export type LiveCheckDependencies = {
  socket: LiveSocket
  closeSocket: () => void
  ask: () => Promise<CheckStatus>
  /** Whether this page was opened as a line monitor's. */
  isLineMonitor: boolean
  /** What this phone remembers: shown until the server has spoken. */
  remembered: KnownCheck | null
  rememberedExclusions: (checkId: string) => PendingExclusions
  onPendingExclusions: (checkId: string, pending: PendingExclusions) => void
  /** `unseen`: it was over when this phone came back. */
  onClosed: (how: 'ended' | 'cancelled' | 'unseen', checkId: string) => void
  /** The server was restored from a backup: what this page heard before counts no more. */
  onRestored: (picture: Picture) => void
  /**
   * The last tent of this check was marked while this page knew of it. Once each time, so again
   * after a mark was taken back; not for a check that was reopened without a tent.
   */
  onEmpty: (checkId: string) => void
  /** A mark was taken back by this event: what this page holds of it is over. */
  onReturned: (event: { id: string; checkId: string; number: number }) => void
  onRefused: (text: string) => void
  /** The server takes this person for someone else than the page does. */
  onSessionMismatch: () => void
}
