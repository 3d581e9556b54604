import type { CDPSession, Page } from 'playwright-core'

/** What a screen reader says on a page, from Chromium's own accessibility tree. */
export async function startScreenReader(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('Accessibility.enable')
  // What changes by itself and is read out.
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[role=status], [role=alert]')
        if (region?.textContent) said.push(region.textContent)
      }
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return {
    /** Where the focus is: `button "Miss, tent A" pressed: 1 of 2 is ticked.` */
    async focus(): Promise<string> {
      const { result } = await cdp.send('Runtime.evaluate', {
        expression: 'document.activeElement',
      })
      const objectId = result.objectId ?? ''
      const { nodes } = await cdp.send('Accessibility.getPartialAXTree', {
        objectId,
        fetchRelatives: false,
      })
      const [node] = nodes
      const states = (node?.properties ?? []).flatMap(({ name, value }) => {
        if (name === 'expanded') return value.value === true ? 'expanded' : 'collapsed'
        return name === 'pressed' && value.value === 'true' ? 'pressed' : []
      })
      const description = node?.description?.value
      // Of an entry of a list a reader reads what stands in it.
      const name = node?.name?.value || (await page.locator(':focus').innerText())
      const thing = [node?.role?.value, JSON.stringify(name), ...states].join(' ')
      return description ? `${thing}: ${description}` : thing
    },
    /** What was read out by itself so far, in order. */
    said: (): Promise<string[]> => page.evaluate(() => Reflect.get(window, 'said')),
  }
}
