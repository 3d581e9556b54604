import type { Browser, Page } from 'playwright-core'
import { screens } from '../src/shared/screens.ts'
import { openPage, phone, signIn } from '../tests/support/chromium.ts'
import type { DemoServer, Role } from '../tests/support/demo-server.ts'
import { type Desk, openDesk } from '../tests/support/marking-phone.ts'
import { card, cards, head, markTent } from '../tests/support/tent-check-page.ts'

/** Draws moments of a check that need more than one person, or another hold of the phone. */
export async function drawMoments(browser: Browser, server: DemoServer, into: string) {
  const desk = await openDesk(server)
  for (const colorScheme of ['light', 'dark'] as const) {
    const open = async (role: Role, ready: (page: Page) => Promise<void>) => {
      const page = await openPage(browser, { ...phone, deviceScaleFactor: 1, colorScheme })
      await signIn(page, server.url, server.account(role))
      await page.goto(`${server.url}${screens.tentCheck.path}`)
      await ready(page)
      return page
    }
    const draw = async (page: Page, name: string) => {
      await page.screenshot({ path: `${into}/${name}-phone-${colorScheme}.png` })
      await page.context().close()
    }
    const toMark = (page: Page) => cards(page).first().waitFor()

    await anew(desk, 40)
    await draw(
      await open('tenter', (page) => page.getByText('Tents that remain').waitFor()),
      'onlooker',
    )

    const onItsSide = await open('line monitor', toMark)
    await onItsSide.setViewportSize({ width: 844, height: 390 })
    await head(cards(onItsSide).nth(1)).click()
    await draw(onItsSide, 'tent-check-landscape')

    const [label = ''] = await anew(desk, 40)
    const late = await open('line monitor', toMark)
    await late.context().setOffline(true)
    await markTent(card(late, label), 'Make')
    await late.getByText('Offline · 1').waitFor()
    const [first] = (await desk.status()).activeTents
    const misses = (first?.numberOfMisses ?? 0) + 1
    await desk.ask('tent-checks/update', { id: first?.id, misses })
    await late.context().setOffline(false)
    await late.getByRole('button', { name: /needs? you$/ }).click()
    const leaves = { name: /^Leave the|^I have read this$/ }
    await late.getByRole('dialog').getByRole('button', leaves).first().waitFor()
    await draw(late, 'tent-check-conflict')

    await anew(desk, 1)
    const last = await open('line monitor', toMark)
    await markTent(cards(last).first(), 'Miss')
    await last.getByRole('button', { name: 'Undo the last mark' }).waitFor()
    await draw(last, 'tent-check-ending')
  }
}

/** Another check of so many tents; gives their labels. */
async function anew(desk: Desk, tents: number): Promise<string[]> {
  const { checkId } = await desk.status()
  if (checkId !== null) await desk.cancelCheck()
  return desk.startCheck(tents, 2)
}
