import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../tests/support/app.ts'
import { makePdf } from '../../../tests/support/pdf.ts'
import { startCheck } from '../../../tests/support/start-check.ts'
import { refusals } from '../../shared/refusals.ts'
import type { Tx } from '../db/database.ts'

let server: TestApp
let monitor: string
let superUser: string

beforeAll(async () => {
  server = await startApp({ RATE_LIMIT_FACTOR: '100' })
  superUser = await server.signIn('super1', { isSuperUser: true })
  monitor = await server.signIn('monitor1', { isLineMonitor: true })
  await server.ask('/api/roster/demo', { token: superUser, body: {} })
})
afterAll(() => server.close())

/** The engine says at the very end of each write that there is no room left on the disk. */
async function whileFull(code: string, work: () => Promise<void>): Promise<void> {
  const { transaction, statement } = server.db
  const undone = (write: (tx: Tx) => Promise<unknown>) =>
    transaction(async (tx) => {
      await write(tx)
      throw new Error('Failed query', { cause: Object.assign(new Error('full'), { code }) })
    })
  server.db.transaction = undone
  server.db.statement = (write) =>
    undone((tx) => write({ ...tx, notification: (text) => ({ channel: null, text }) }))
  await work()
  Object.assign(server.db, { transaction, statement })
}

it.each(['53100', 'ENOSPC', 'EDQUOT'])(
  'a disk that is full (%s) is said in plain words, nothing is half done, and it goes on later',
  async (code) => {
    const full = { error: refusals.diskFull[1], code: 'diskFull' }
    const lead = server.withToken(monitor)
    const roster = await lead.call('listTents')
    const [tent] = roster
    await startCheck(
      lead,
      roster.slice(0, 3).map(({ id }) => id),
    )
    const before = (await server.ask('/api/check-status', { token: monitor })).body
    const socket = server.connect(monitor)
    let told = 0
    socket.on('tentStatusUpdated', () => {
      told += 1
    })
    await expect.poll(() => socket.connected).toBe(true)
    const mark = {
      token: monitor,
      body: { id: tent?.id, misses: 1, markId: crypto.randomUUID() },
    }

    await whileFull(code, async () => {
      const answer = await server.ask('/api/tent-checks/update', mark)
      expect([answer.status, answer.body]).toEqual([507, full])
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(makePdf({ pages: 1 }))]), 'a.pdf')
      const upload = await fetch(`${server.url}/api/files/policy`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${superUser}` },
      })
      expect([upload.status, await upload.text()]).toEqual([507, full.error])
      const said = await socket
        .timeout(5000)
        .emitWithAck('excludedNamesUpdated', [tent?.members.split(', ')[0] ?? ''], { base: [] })
      expect(said).toEqual(full)
      expect((await server.ask('/api/check-status', { token: monitor })).body).toEqual(before)
    })
    expect(told).toBe(0)
    // The mark, the upload and the exclusion, and whatever the server itself would write.
    const codes = server.takeErrors().map((line) => JSON.parse(line).err.code)
    expect(codes.length).toBeGreaterThanOrEqual(3)
    expect(new Set(codes)).toEqual(new Set([code]))

    for (const _again of [1, 2]) {
      expect((await server.ask('/api/tent-checks/update', mark)).status).toBe(200)
    }
    const after = await lead.call('listTents')
    expect(after.find(({ id }) => id === tent?.id)?.numberOfMisses).toBe(
      (tent?.numberOfMisses ?? 0) + 1,
    )
    expect(
      (await server.ask('/api/cancel-check', { token: monitor, body: {} })).status,
    ).toBeLessThan(300)
  },
)
