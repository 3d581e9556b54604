import { call } from '../../api/call.ts'
import { openLiveSocket } from '../../api/live-socket.ts'
import { keepExclusions, keptExclusions } from '../exclusions/kept-exclusions.ts'
import { LiveCheck } from './live-check.ts'

/**
 * Sends what a line monitor has excluded and not sent yet, from another screen than the tent check;
 * then it closes by itself, and calls `onDone`.
 */
export function sendExclusions(netID: string, onDone: () => void): LiveCheck {
  const nothing = () => {}
  const live = new LiveCheck({
    socket: openLiveSocket({ autoConnect: false }),
    ask: () => call('checkStatus'),
    isLineMonitor: true,
    // Not the remembered check: if it is over by now, the tent check itself tells what was unsent.
    remembered: null,
    rememberedExclusions: (checkId) => keptExclusions(netID, checkId),
    onPendingExclusions: (...pending) => keepExclusions(netID, ...pending),
    onClosed: nothing,
    onRestored: nothing,
    onRefused: nothing,
    onUnsent: null,
    onSessionMismatch: nothing,
  })
  const stop = live.subscribe(() => {
    const { picture, unsentNames } = live.getState()
    if (!picture.isKnown || unsentNames > 0) return
    // Another tab may have left some meanwhile.
    const { check } = picture
    const left = check === null ? [] : [...keptExclusions(netID, check.checkId)]
    for (const [name, isExcluded] of left) live.setExcluded(name, isExcluded)
    if (left.length > 0) return
    stop()
    live.close()
    onDone()
  })
  live.start()
  return live
}
