/**
 * Runs in a page before anything of its own, in the place of React's developer tools: after each
 * commit React hands over its tree, which says what was drawn anew. Of that, `cardsDrawn` has the keys
 * of the tents' cards (what renders a list item that holds an article), `membersDrawn` those of members
 * of the open one (a list item that holds a button). Not how often: the open card is also drawn when
 * the page hears of a colleague, at a moment that no test knows.
 */
{
  Object.assign(window, { cardsDrawn: new Set(), membersDrawn: new Set() })
  const performedWork = 1
  const counted = new Map([
    ['article', 'cardsDrawn'],
    ['button', 'membersDrawn'],
  ])

  /**
   * @typedef {{ flags: number, type: unknown, key: string | null, child: Fiber | null, sibling: Fiber | null,
   *   alternate: Fiber | null }} Fiber
   * @param {Fiber} fiber
   */
  const count = (fiber) => {
    const held = fiber.child?.type === 'li' ? fiber.child.child?.type : null
    const name = typeof held === 'string' ? counted.get(held) : undefined
    if (name !== undefined && typeof fiber.type !== 'string' && fiber.flags & performedWork) {
      Reflect.get(window, name).add(fiber.key)
    }
    // The same children as before: nothing below was touched.
    if (fiber.alternate !== null && fiber.alternate.child === fiber.child) return
    for (let child = fiber.child; child !== null; child = child.sibling) count(child)
  }
  Object.assign(window, {
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      supportsFiber: true,
      inject: () => 1,
      checkDCE: () => {},
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      /** @param {number} _id @param {{ current: Fiber }} root */
      onCommitFiberRoot: (_id, root) => count(root.current),
    },
  })
}
