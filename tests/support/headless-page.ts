const nothing = () => {}

/** What the live picture of a monitor's page needs beside its connection, where nothing is shown of it. */
export const headlessPage = {
  isLineMonitor: true,
  remembered: null,
  rememberedExclusions: () => new Map<string, boolean>(),
  onPendingExclusions: nothing,
  onClosed: nothing,
  onRestored: nothing,
  onRefused: nothing,
  onUnsent: nothing,
  onSessionMismatch: nothing,
}
