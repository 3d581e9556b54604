import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { commandHere } from '../support/command.ts'
import { createDatabase } from '../support/database.ts'
import { demoForAll } from '../support/demo.ts'
import {
  type Desk,
  type MarkingPhone,
  openDesk,
  openMarkingPhone,
} from '../support/marking-phone.ts'
import { times } from '../support/times.ts'

let ann: MarkingPhone
let bo: MarkingPhone
let desk: Desk
const demo = demoForAll(async (server) => {
  desk = await openDesk(server)
})

beforeAll(async () => {
  ann = await openMarkingPhone(demo.browser, demo.server, 'line monitor')
  bo = await openMarkingPhone(demo.browser, demo.server, 'super user')
}, 120_000)

/** As a machine has it that has lost its data. */
async function loseDatabase(): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = demo.server.where
  if (DATABASE_URL === undefined) renameSync(join(DATA_DIR, 'db'), join(DATA_DIR, 'before'))
  else await createDatabase(inject('postgresUrl'), 'template1', DATABASE_URL.split('/').at(-1))
}

const isLeft = ({ page }: MarkingPhone, left: number, all: number) =>
  page.getByText(`${left} of ${all} left`, { exact: true }).waitFor()

const isSaid = ({ page }: MarkingPhone) =>
  page.getByRole('alert').getByText('The server was restored from a backup.').waitFor()

// What a server does is tried by tests/faults/set-back.test.ts, and what a page does by
// src/web/tent-check/live/live-check.test.ts: both together in the long form alone.
const isLong = times(false, true)

describe.runIf(isLong)('a backup restored in the middle of a check', { timeout: 240_000 }, () => {
  it('is what the phones show: what it lost stands as not marked, and can be marked again', async () => {
    const labels = await desk.startCheck(12)
    await Promise.all([ann, bo].map((phone) => isLeft(phone, 12, 12)))
    await ann.tap(labels[0] ?? '', 'miss')
    await isLeft(bo, 11, 12)
    const { where } = demo.server
    const backup = join(where.DATA_DIR, 'now.backup')
    await commandHere(['backup', backup], where)
    for (const label of labels.slice(1, 4)) await ann.tap(label, 'miss')
    for (const label of labels.slice(4, 6)) await bo.tap(label, 'make')
    await Promise.all([ann, bo].map((phone) => isLeft(phone, 6, 12)))

    await demo.server.kill('SIGKILL')
    await loseDatabase()
    await commandHere(['restore', backup], where)
    // One page waits, the other one is opened again while there is no server yet.
    await bo.page.reload()
    await isLeft(bo, 6, 12)
    await demo.server.startAgain()
    await Promise.all([ann, bo].map((phone) => isLeft(phone, 11, 12)))
    await isSaid(ann)
    for (const phone of [ann, bo]) {
      expect(await phone.tents()).toEqual(labels.slice(1))
      expect(await phone.saved()).not.toContain(labels[1])
    }
    await bo.page.reload()
    await isLeft(bo, 11, 12)

    await ann.tap(labels[1] ?? '', 'make')
    await Promise.all([ann, bo].map((phone) => isLeft(phone, 10, 12)))
    const marked = new Map([
      [labels[0], 'miss'],
      [labels[1], 'make'],
    ])
    expect(await desk.marked()).toEqual(marked)
    await desk.cancelCheck()
    // What is said of the cancel goes by itself; this stays.
    const isCanceled = ann.page.getByText('Check canceled.')
    await isCanceled.waitFor()
    await isCanceled.waitFor({ state: 'detached' })
    await isSaid(ann)
  })
})
