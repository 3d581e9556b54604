import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { refusals } from '../../src/shared/refusals.ts'
import { get, post, signInTo } from '../support/calls.ts'
import { makePdf } from '../support/pdf.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

type Tent = { id: string; numberOfMisses: number }

const folder = mkdtempSync(join(tmpdir(), 'tent-city-full-'))
const mount = (options: string) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })

/** A disk of a size of our choice takes a right that not everyone has. */
function canMount(): boolean {
  try {
    mount('size=150m')
    return true
  } catch {
    return false
  }
}

const isMounted = canMount()
let server: ServerProcess | undefined

beforeAll(async () => {
  if (isMounted) server = await startServer({ DATA_DIR: join(folder, 'data') })
})
afterAll(async () => {
  await server?.kill('SIGKILL')
  if (isMounted) execFileSync('umount', [folder])
  rmSync(folder, { recursive: true, force: true })
})

it.skipIf(!isMounted)(
  'a disk that fills up stops writes with a clear text, reads go on, and so does all once there is room',
  { timeout: 120_000 },
  async () => {
    if (server === undefined) return
    const superUser = await signInTo(server, server.account('super user'))
    const monitor = await signInTo(server, server.account('line monitor'))
    const tents = await get<Tent[]>(server, monitor, 'tent-checks')
    const [first, second] = tents
    const some = tents.slice(0, 5).map(({ id }) => ({ id, groupIndex: 0 }))
    await post(server, monitor, 'start-check', { tents: some, numCheckers: 1 })
    await post(server, monitor, 'tent-checks/update', { id: first?.id, misses: 1 })

    let stored = 0
    let refused: Response | undefined
    while (refused === undefined && stored < 30) {
      const answer = await upload(server, superUser, stored)
      if (answer.status === 200) stored += 1
      else refused = answer
    }
    expect(stored).toBeGreaterThan(0)
    expect([refused?.status, await refused?.text()]).toEqual([507, refusals.diskFull[1]])
    const mark = { id: second?.id, misses: 1, markId: crypto.randomUUID() }
    const late = await post(server, monitor, 'tent-checks/update', mark)
    expect([late.status, (await late.json()).code]).toEqual([507, 'diskFull'])
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    const status = await get<{ activeTents: Tent[] }>(server, monitor, 'check-status')
    expect(status.activeTents).toHaveLength(4)

    const full = server
    await full.kill('SIGKILL')
    await expect(startServer({ DATA_DIR: join(folder, 'data') })).rejects.toThrow(
      /is full: it takes 64 MB to go on/,
    )
    mount('remount,size=400m')
    server = await startServer({ DATA_DIR: join(folder, 'data') })
    expect((await post(server, monitor, 'tent-checks/update', mark)).status).toBe(200)
    expect((await upload(server, superUser, stored)).status).toBe(200)
    const after = await get<Tent[]>(server, monitor, 'tent-checks')
    for (const tent of [first, second]) {
      expect(after.find(({ id }) => id === tent?.id)?.numberOfMisses).toBe(
        (tent?.numberOfMisses ?? 0) + 1,
      )
    }

    // There is room to write, and none for a backup of a document beside it.
    const { blocks, bfree, bsize } = statfsSync(folder)
    mount(`remount,size=${Math.ceil((blocks - bfree) * (bsize / 1024)) + 70 * 1024}k`)
    expect((await post(server, superUser, 'backup', {})).status).toBe(507)
    const third = { id: tents[2]?.id, misses: 1 }
    expect((await post(server, monitor, 'tent-checks/update', third)).status).toBe(200)
    mount('remount,size=400m')
    expect((await post(server, superUser, 'backup', {})).status).toBe(200)
  },
)

/** A document of 9 MB that no other one is like. */
function upload({ url }: ServerProcess, token: string, number: number): Promise<Response> {
  const form = new FormData()
  const bytes = makePdf({ pages: 1, paddingBytes: 9_000_000 + number })
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf')
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${url}/api/files/policy`, { method: 'POST', body: form, headers })
}
