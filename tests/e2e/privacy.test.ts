import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { laptop, openPage, signIn } from '../support/chromium.ts'
import { demoForAll } from '../support/demo.ts'

const demo = demoForAll()

async function openDashboard(place: string): Promise<Page> {
  const page = await openPage(demo.browser, laptop)
  const superUser = demo.server.account('super user')
  await signIn(page, demo.server.url, superUser, `/line-monitor-dashboard#${place}`)
  await page.getByRole('heading', { name: 'LM Dashboard' }).waitFor()
  return page
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('the audit', { timeout: 120_000 }, () => {
  it('tells in words who did what and when', async () => {
    const page = await openDashboard('audit')
    const audit = section(page, 'Audit')
    await audit.getByText('Nothing was done yet.').waitFor()
    await page.getByRole('switch', { name: 'Super user: Morgan Reyes' }).click()
    await page.getByText('Updated isSuperUser status for Morgan').waitFor()
    await page.reload()
    await expect
      .poll(() => audit.getByRole('listitem').allInnerTexts())
      .toEqual([
        expect.stringMatching(
          /^Harper Quinn gave monitor1 the super user role · \d+\/\d+\/\d{4}, \d+:\d\d [AP]M Eastern$/,
        ),
      ])
    await page.getByRole('switch', { name: 'Super user: Morgan Reyes' }).click()
    await page.getByRole('button', { name: 'Take it away' }).click()
    await page.getByText('Updated isSuperUser status for Morgan').waitFor()
    await page.reload()
    await audit.getByText('took the super user role from monitor1').waitFor()
    await page.context().close()
  })
})

describe('a person', { timeout: 120_000 }, () => {
  it('is handed out all that is kept about their netID, as a file', async () => {
    const page = await openDashboard('person')
    const person = section(page, 'About a person')
    const { netID } = demo.server.account('tenter')
    const download = person.getByRole('button', { name: 'Download everything kept' })
    await person.getByLabel('NetID').fill('nobody')
    await download.click()
    await person.getByText('Nothing is kept about this netID.').waitFor()
    await person.getByLabel('NetID').fill(` ${netID.toUpperCase()} `)
    const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
    expect(file.suggestedFilename()).toBe(`${netID}.json`)
    const kept = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(kept).toMatchObject({ netID, account: { firstName: 'Taylor' } })
    expect(kept.tents).toHaveLength(1)
    await person.getByText(`Everything kept about ${netID} is downloaded.`).waitFor()
    await page.context().close()
  })

  it('is signed out everywhere, after a question', async () => {
    const tenter = await openPage(demo.browser)
    await signIn(tenter, demo.server.url, demo.server.account('tenter'))
    const page = await openDashboard('person')
    const person = section(page, 'About a person')
    const { netID } = demo.server.account('tenter')
    const signOut = person.getByRole('button', { name: 'Sign out everywhere' })
    await person.getByLabel('NetID').fill(netID)
    await signOut.click()
    await page.getByRole('button', { name: 'Leave them' }).click()
    await signOut.click()
    await page.getByRole('button', { name: 'Sign them out' }).click()
    await person.getByText(`${netID} is signed out everywhere.`).waitFor()
    await tenter.reload()
    await tenter.waitForURL('**/login')
    await signOut.click()
    await page.getByRole('button', { name: 'Sign them out' }).click()
    await person.getByText(`${netID} was signed in nowhere.`).waitFor()
    await tenter.context().close()
    await page.context().close()
  })
})

describe('the end of the season', { timeout: 120_000 }, () => {
  it('waits for Airtable to be disconnected, asks for a word, and forgets the tents', async () => {
    const page = await openDashboard('season-end')
    const airtable = section(page, 'Roster and Airtable')
    await airtable.getByLabel('Base ID').fill('appK1')
    await airtable.getByLabel('Table ID').fill('tblV2')
    await airtable.getByLabel('API key').fill('patSecret.1234')
    await airtable.getByRole('button', { name: 'Save Airtable settings' }).click()
    await airtable.getByText('Airtable settings saved.').waitFor()

    const season = section(page, 'End of the season')
    const close = async () => {
      await season.getByRole('button', { name: 'Close the season' }).click()
      const dialog = page.getByRole('dialog')
      const yes = dialog.getByRole('button', { name: 'Close the season' })
      await dialog.getByLabel('Type CLOSE to go on').fill('close')
      expect(await yes.isDisabled()).toBe(true)
      await dialog.getByLabel('Type CLOSE to go on').fill('CLOSE')
      for (const chosen of ['Line monitors lose', 'The same rules', 'FAQ and contacts stay']) {
        expect(await dialog.getByRole('switch', { name: chosen }).isChecked()).toBe(true)
      }
      await yes.click()
    }
    await close()
    await season.getByText('Disconnect it first.').waitFor()

    await airtable.getByRole('button', { name: 'Disconnect Airtable' }).click()
    await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
    await airtable.getByText('Airtable is disconnected; its settings are forgotten.').waitFor()
    expect(await airtable.getByLabel('Base ID').inputValue()).toBe('')

    await close()
    await season.getByText('The season is closed: 130 tents left the roster').waitFor()
    await season.getByText('Backups made before still hold them.').waitFor()
    await page.getByRole('heading', { name: 'Bring the tents in' }).waitFor()
    await page.context().close()
  })
})
