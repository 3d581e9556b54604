import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { post, registerFirst, signInTo } from '../tests/support/calls.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { type ServerProcess, startServer } from '../tests/support/server-process.ts'
import { median, report, rounds } from './figures.ts'
import { capture, load, startReplay } from './http.ts'

/** What the list of 130 tents costs the server, beside bare node:http that sends the same bytes. */
const amount = 10_000
const path = '/api/tent-checks'
const folder = mkdtempSync(join(tmpdir(), 'tent-city-bench-'))

type Engine = { name: string; server: ServerProcess; token: string; stop: () => Promise<void> }

async function onEmbedded(): Promise<Engine> {
  const server = await startServer({ DATA_DIR: join(folder, 'embedded') })
  const token = await signInTo(server, server.account('line monitor'))
  const stop = async () => void (await server.kill('SIGKILL'))
  return { name: 'embedded', server, token, stop }
}

async function onPostgres(): Promise<Engine> {
  const postgres = await startPostgres(mkdtempSync(join(tmpdir(), 'tent-city-bench-')), true)
  const server = await startServer({ DATABASE_URL: postgres.url })
  const token = await registerFirst(server)
  await post(server, token, 'roster/demo', {})
  async function stop() {
    await server.kill('SIGKILL')
    await postgres.stop()
  }
  return { name: 'PostgreSQL', server, token, stop }
}

const rows: string[][] = []
for (const start of [onEmbedded, onPostgres]) {
  const { name, server, token, stop } = await start()
  const audiences = { 'line monitor': { authorization: `Bearer ${token}` }, visitor: {} }
  for (const [audience, identity] of Object.entries(audiences)) {
    const headers = { 'accept-encoding': 'gzip', ...identity }
    const answer = await capture(server.url + path, headers)
    const floor = await startReplay({ [path]: answer })
    const ours: number[] = []
    const bare: number[] = []
    const asking = { paths: [path], headers, status: answer.status, amount }
    for (const target of [server, floor]) await load(target, { ...asking, amount: 6000 })
    for (let round = 0; round < rounds; round += 1) {
      ours.push((await load(server, asking)).cpuMicros)
      bare.push((await load(floor, asking)).cpuMicros)
    }
    await floor.stop()
    const bytes = Buffer.from(answer.body, 'base64').length
    const ratio = median(ours) / median(bare)
    const cells = [median(ours).toFixed(0), median(bare).toFixed(0), ratio.toFixed(2)]
    rows.push([name, audience, String(bytes), ...cells])
  }
  await stop()
}
rmSync(folder, { recursive: true, force: true })
const head = ['database', 'who asks', 'bytes', 'server, µs CPU', 'bare, µs CPU', 'ratio']
report('tent-checks', { head, rows })
