import { useEffect } from 'react'

/** Keeps the screen on while wanted, if the browser can. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible') return
      // Refused, for example with a low battery: the screen turns off as usual.
      const held = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void held?.release()
      else lock = held
    }
    void hold()
    // Browsers release the lock whenever the page is hidden.
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [isWanted])
}
