/** Preloaded by a server of a test: at each SIGUSR2 its clock jumps to the same time of the next day. */

const RealDate = Date
let aheadMs = 0
process.on('SIGUSR2', () => {
  aheadMs += 86_400_000
})

globalThis.Date = class extends RealDate {
  /** @param {[]} given */
  constructor(...given) {
    super(...(given.length === 0 ? /** @type {[]} */ ([RealDate.now() + aheadMs]) : given))
  }
  static now() {
    return RealDate.now() + aheadMs
  }
}
