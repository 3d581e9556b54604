import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoSeason } from '../../src/server/tents/demo-season.ts'
import { type AirtableStandIn, startAirtable } from '../../stand-ins/airtable.ts'
import { fillAirtable } from '../../stand-ins/roster.ts'
import { post, signInTo } from '../support/calls.ts'
import { closePages, laptop, openPage, sharedChromium, signIn } from '../support/chromium.ts'
import { ownPlace } from '../support/own-place.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { addTenters } from '../support/tenters.ts'

const boss = { netID: 'boss', password: 'brings-the-tents-in' }
let airtable: AirtableStandIn
let place: Awaited<ReturnType<typeof ownPlace>>
let server: ServerProcess
let page: Page

beforeAll(async () => {
  airtable = await startAirtable({ penaltyMs: 1000 })
  place = await ownPlace()
  const env = { ...place.env, AIRTABLE_API_URL: airtable.url }
  await addTenters(env, [], boss)
  server = await startServer(env)
  page = await openPage(await sharedChromium(), laptop)
  await signIn(page, server.url, boss, '/line-monitor-dashboard#roster-file')
  await page.getByRole('heading', { name: 'LM Dashboard' }).waitFor()
})
afterAll(async () => {
  await closePages()
  await server.kill('SIGTERM')
  await airtable.close()
  place.remove()
})

const patience = { timeout: 30_000 }

describe('the roster on the dashboard', { timeout: 120_000 }, () => {
  it('shows three ways to the first tents, loads the demo season, and hands it out as a file', async () => {
    const firstRun = page.getByRole('region', { name: 'Bring the tents in' })
    await firstRun.getByRole('link', { name: 'Connect Airtable' }).waitFor()
    await firstRun.getByRole('link', { name: 'Import a CSV file' }).waitFor()
    await firstRun.getByRole('button', { name: 'Load the demo season' }).click()
    await firstRun.waitFor({ state: 'detached' })
    await page.getByText('The tents come from a file.').waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Overview' }).innerText(), patience)
      .toMatch(/TENTS\s+130/)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the roster as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('roster.csv')
  })

  it('takes a file that was mended, and is chosen again, for another one', async () => {
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
  })

  it('connects Airtable, pulls, and shows what needs a yes', async () => {
    const token = await signInTo(server, boss)
    const file = { csv: 'Order,Name\nZZ,A tent of its own\n' }
    expect((await post(server, token, 'roster/import', file)).status).toBe(200)
    const ids = fillAirtable(airtable, demoSeason())
    const { baseId, tableId, apiKey } = airtable.table
    await page.getByLabel('Base ID').fill(baseId)
    await page.getByLabel('Table ID').fill(tableId)
    await page.getByLabel('API key').fill(apiKey)
    await page.getByRole('button', { name: 'Save Airtable settings' }).click()
    await page.getByText('Airtable answers, and every column is there.').waitFor()
    await page.getByText('The tents come from Airtable.', { exact: true }).waitFor()
    // Those of before have their history back; the one of a file went.
    await page.getByText('Eastern: 1 retired').waitFor()
    await expect
      .poll(() => page.getByRole('region', { name: 'Overview' }).innerText(), patience)
      .toMatch(/TENTS\s+130/)

    const pull = page.getByRole('button', { name: 'Pull now' })
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
  })
})
