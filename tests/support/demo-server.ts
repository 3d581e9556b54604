import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInTo } from './calls.ts'
import { freePort } from './free-port.ts'
import { type Account, type Role, startServer } from './server-process.ts'

export type { Role }

/**
 * The built server with the demo season in a folder of its own, which goes with it. `more`: settings.
 * `accounts`: those of the season where its database has it already; else it prints them.
 */
export async function startDemoServer(
  more: Record<string, string> = {},
  accounts?: readonly Account[],
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'tent-city-demo-'))
  // Nobody is asked outside this machine, which gives the port to nobody else while the server is down.
  const PORT = String(await freePort())
  const env: Record<string, string> & { DATA_DIR: string } = {
    DATA_DIR: dataDir,
    SPORTS_API_URL: 'http://127.0.0.1:9',
    PORT,
    ...more,
  }
  let server = await startServer(env)
  return {
    /** The settings that say where its data is. */
    where: env,
    get url() {
      return server.url
    },
    account(role: Role): Account {
      return accounts?.find((one) => one.role === role) ?? server.account(role)
    },
    kill: (signal: NodeJS.Signals) => server.kill(signal),
    /** Sends a signal that does not end it. */
    signal: (signal: NodeJS.Signals) => process.kill(server.pid, signal),
    /** Starts it again at the same address, with the same data. */
    async startAgain(): Promise<void> {
      server = await startServer(env)
    },
    async close(): Promise<void> {
      await server.kill('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type DemoServer = Awaited<ReturnType<typeof startDemoServer>>

/** Puts a document up, as a super user does. */
export async function uploadPdf(
  server: { url: string; account: DemoServer['account'] },
  kind: 'policy' | 'calendar',
  bytes: Uint8Array,
): Promise<void> {
  const token = await signInTo(server, server.account('super user'))
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf')
  const answer = await fetch(`${server.url}/api/files/${kind}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`The upload was refused: ${await answer.text()}`)
}
