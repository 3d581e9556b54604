type Entry = { isIntersecting: boolean; target: Element }

/** Stands in for IntersectionObserver, which happy-dom lacks: every element is in sight at once. */
export class AllInSight {
  readonly #tell: (entries: Entry[]) => void
  constructor(tell: (entries: Entry[]) => void) {
    this.#tell = tell
  }
  observe(target: Element) {
    this.#tell([{ isIntersecting: true, target }])
  }
  disconnect() {}
}
