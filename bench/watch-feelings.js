/** Runs in a page before anything of its own, and notes what a person there feels. */
{
  /** @type {Window['felt']} */
  const felt = { interactions: new Map(), longTasksMs: [], lcpMs: 0 }
  window.felt = felt

  /**
   * @param {PerformanceObserverInit & { durationThreshold?: number }} options
   * @param {(entry: PerformanceEntry) => void} note
   */
  const watch = (options, note) => {
    const observer = new PerformanceObserver((list) => list.getEntries().forEach(note))
    observer.observe({ buffered: true, ...options })
  }
  /** @param {number} at @param {number} ms */
  const note = (at, ms) => {
    const key = Math.round(at)
    felt.interactions.set(key, Math.max(felt.interactions.get(key) ?? 0, ms))
  }
  // From the event's own time until the frame after it is painted, by the page's clock. The
  // browser's own entries leave out short events, and never come for a key that changes nothing in
  // sight. For a click, which always changes something, they count, too: they know when the picture
  // was shown.
  for (const kind of ['click', 'keydown']) {
    const listen = (/** @type {Event} */ { timeStamp }) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => note(timeStamp, performance.now() - timeStamp)
        port2.postMessage(null)
      })
    window.addEventListener(kind, listen, { capture: true })
  }
  watch({ type: 'event', durationThreshold: 16 }, ({ name, startTime, duration }) => {
    if (name === 'click') note(startTime, duration)
  })
  watch({ type: 'longtask' }, ({ duration }) => felt.longTasksMs.push(duration))
  watch({ type: 'largest-contentful-paint' }, ({ startTime }) => {
    felt.lcpMs = startTime
  })
}
