import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoSeason } from '../../src/server/tents/demo-season.ts'
import { type AirtableStandIn, startAirtable } from '../../stand-ins/airtable.ts'
import { fillAirtable } from '../../stand-ins/roster.ts'
import { closePages, laptop, openPage, sharedChromium, signIn } from '../support/chromium.ts'
import { runCommand } from '../support/command.ts'
import { ownPlace } from '../support/own-place.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const boss = { netID: 'boss', password: 'brings-the-tents-in' }
let airtable: AirtableStandIn
let place: Awaited<ReturnType<typeof ownPlace>>
let server: ServerProcess
let browser: Browser

beforeAll(async () => {
  airtable = await startAirtable({ penaltyMs: 1000 })
  place = await ownPlace()
  const env = { ...place.env, AIRTABLE_API_URL: airtable.url }
  const person = ['--email', 'b@example.edu', '--first-name', 'Harper', '--last-name', 'Quinn']
  await runCommand(['add-user', boss.netID, ...person, '--super-user'], env, boss.password)
  server = await startServer(env)
  browser = await sharedChromium()
})
afterAll(async () => {
  await closePages()
  await server.kill('SIGTERM')
  await airtable.close()
  place.remove()
})

async function openRoster(): Promise<Page> {
  const page = await openPage(browser, laptop)
  await signIn(page, server.url, boss, '/line-monitor-dashboard#roster-file')
  await page.getByRole('heading', { name: 'LM Dashboard' }).waitFor()
  return page
}

const patience = { timeout: 30_000 }

const csvFile = (text: string) => ({
  name: 'roster.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

describe('the roster on the dashboard', { timeout: 120_000 }, () => {
  it('shows three ways to the first tents, and loads the demo season', async () => {
    const page = await openRoster()
    const firstRun = page.getByRole('region', { name: 'Bring the tents in' })
    await firstRun.getByRole('link', { name: 'Connect Airtable' }).waitFor()
    await firstRun.getByRole('link', { name: 'Import a CSV file' }).waitFor()
    await firstRun.getByRole('button', { name: 'Load the demo season' }).click()
    await firstRun.waitFor({ state: 'detached' })
    await page.getByText('The tents come from a file.').waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Overview' }).innerText(), patience)
      .toMatch(/TENTS\s+130/)
    await page.context().close()
  })

  it('says what a file would change before it is imported, and what is wrong in one', async () => {
    const page = await openRoster()
    const look = page.getByRole('button', { name: 'See what it would change' })
    await look.click()
    await page.getByText('Please choose a file first.').waitFor()
    const file = page.getByLabel('Import a roster')
    await file.setInputFiles(csvFile('Order,Name,Day Number\nA,Alpha,two\n'))
    await look.click()
    await page.getByText('Line 2, Day Number: A whole number from 0 on').waitFor()
    await file.setInputFiles(csvFile('Order,Name\nZZ,A tent of its own\n'))
    await look.click()
    await page.getByText('It would add 1, change 0 and retire 130').waitFor()
    await page.getByRole('button', { name: 'Import this roster' }).click()
    await page.getByText('The roster is imported.').waitFor()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the roster as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('roster.csv')

    await page.locator('#tents summary').click()
    await page.getByRole('button', { name: 'A tent of its own' }).click()
    const tent = page.getByRole('dialog', { name: 'ZZ A tent of its own' })
    // What comes later moves the buttons.
    await tent.getByText('This tent was in no check yet.').waitFor()
    await tent.getByRole('button', { name: 'Edit' }).click()
    await page.getByLabel('Captain Name').fill('Robin Hale')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await tent.getByText('Robin Hale').waitFor()
    await page.context().close()
  })

  it('takes a file that was mended, and is chosen again, for another one', async () => {
    const page = await openRoster()
    const folder = mkdtempSync(join(tmpdir(), 'tent-city-roster-'))
    const path = join(folder, 'roster.csv')
    const choose = async (csv: string) => {
      writeFileSync(path, csv)
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByLabel('Import a roster').click(),
      ])
      await chooser.setFiles(path)
    }
    const look = page.getByRole('button', { name: 'See what it would change' })
    await choose('Order,Name\nQQ,Never seen before\n')
    await look.click()
    await page.getByRole('button', { name: 'Import this roster' }).waitFor()
    await choose('Order,Name\nQQ,Never seen before\nRR,One more\n')
    await look.click()
    await page.getByText('It would add 2').waitFor()
    rmSync(folder, { recursive: true })
    await page.context().close()
  })

  it('connects Airtable, pulls, and shows what waits, what failed and what needs a yes', async () => {
    const ids = fillAirtable(airtable, demoSeason())
    const page = await openRoster()
    const { baseId, tableId, apiKey } = airtable.table
    await page.getByLabel('Base ID').fill(baseId)
    await page.getByLabel('Table ID').fill(tableId)
    await page.getByLabel('API key').fill('patWrong')
    const save = page.getByRole('button', { name: 'Save Airtable settings' })
    await save.click()
    await page.getByText('Airtable settings saved.').waitFor()
    await page.getByText('Airtable does not accept the API key.').first().waitFor()
    await page.getByLabel('API key').fill(apiKey)
    await save.click()
    await page.getByText('Airtable answers, and every column is there.').waitFor()
    await page.getByText('The tents come from Airtable.', { exact: true }).waitFor()
    // Those of before have their history back; the one of a file went.
    await page.getByText('Eastern: 1 retired').waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Overview' }).innerText(), patience)
      .toMatch(/TENTS\s+130/)

    airtable.renameColumn('Members', 'Membres')
    const pull = page.getByRole('button', { name: 'Pull now' })
    await pull.click()
    await page.getByText('The table at Airtable lacks “Members”').waitFor()
    airtable.renameColumn('Membres', 'Members')
    const gone = ids.slice(40)
    const kept = new Map(gone.map((id) => [id, airtable.cells(id)]))
    for (const id of gone) airtable.remove(id)
    await pull.click()
    await page.getByText('Airtable now has 40 of 130 tents').waitFor()
    await page.getByRole('button', { name: 'Look at it' }).click()
    await page.getByRole('button', { name: 'Keep the tents' }).click()
    for (const cells of kept.values()) airtable.add(cells)
    await pull.click()
    await page.getByText('Pulled from Airtable: 90 added').waitFor()

    // A whole check while Airtable is away, and one tent that is gone there.
    airtable.faults.isDown = true
    const [first = '', second = ''] = ids
    await runCheckIn(page, [first, second])
    await page.getByText('2 results, the oldest since').waitFor()
    airtable.remove(second)
    airtable.faults.isDown = false
    const failed = page.getByText('The tent is no longer in the table at Airtable.', {
      exact: false,
    })
    // The server waits up to 30 s, by how long Airtable was away; the page asks only after that.
    const lastCheck = () => airtable.cells(first)['Last Check']
    await expect.poll(lastCheck, { timeout: 60_000 }).toBe('No members selected')
    await failed.waitFor()
    await page.getByRole('button', { name: /^Give up / }).click()
    await page.getByRole('button', { name: 'Give up', exact: true }).last().click()
    await failed.waitFor({ state: 'detached' })
    await page.context().close()
  })
})

/** A check of these tents alone, each made, as a monitor's phone does it. */
async function runCheckIn(page: Page, ids: string[]): Promise<void> {
  await page.evaluate(async (tents) => {
    const headers = {
      authorization: `Bearer ${localStorage.getItem('token')}`,
      'content-type': 'application/json',
    }
    const post = (path: string, body: object) =>
      fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    await post('start-check', { tents: tents.map((id) => ({ id })), numCheckers: 1 })
    for (const id of tents) await post('tent-checks/update', { id, lastCheck: '' })
    await post('end-check', {})
  }, ids)
}
