import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'
import { until } from './until.ts'

export type Role = 'super user' | 'line monitor' | 'tenter'

export type Account = { role: string; netID: string; password: string }

export type ServerProcess = {
  url: string
  pid: number
  /** What it printed. */
  lines: string[]
  /** The one of this role that it printed with its demo season; throws where it printed none. */
  account: (role: Role) => Account
  /** Resolves once it is gone, with its exit code; null: the signal itself ended it. */
  kill: (signal: NodeJS.Signals) => Promise<number | null>
}

/**
 * A test's process lives for seconds: it starts in half the time where nothing of the embedded engine is
 * optimized. The benchmarks measure it as it is.
 */
export const nodeArguments = process.env['VITEST'] === undefined ? [] : ['--liftoff-only']

const running = new Set<ServerProcess>()

/** Every server that this worker has started and not ended. */
export function runningServers(): ServerProcess[] {
  return [...running]
}

/** The built server as a process of its own, as `npm run serve` starts it; `lines`: what it prints. */
export function spawnServer(
  env: Record<string, string>,
  checkout = '.',
  flags: readonly string[] = nodeArguments,
) {
  const child = spawn(process.execPath, [...flags, 'dist/server/main.js'], {
    cwd: checkout,
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'error',
      SECRET_KEY: '5e'.repeat(32),
      AIRTABLE_API_URL: 'http://127.0.0.1:9',
      SPORTS_API_URL: 'http://127.0.0.1:9',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const output = createInterface({ input: child.stdout })
  for (const printed of [output, createInterface({ input: child.stderr })]) {
    printed.on('line', (line) => lines.push(line))
  }
  return { child, output, lines }
}

/**
 * As `spawnServer`, once the server is ready. `checkout`: the folder of another version, built, that is started
 * instead. `flags`: Node's own.
 */
export async function startServer(
  env: Record<string, string>,
  checkout?: string,
  flags?: readonly string[],
): Promise<ServerProcess> {
  const { child, output, lines } = spawnServer(env, checkout, flags)
  const url = await readyAddress(child, output, lines)
  const started: ServerProcess = {
    url,
    pid: child.pid ?? 0,
    lines,
    account(role) {
      for (const line of lines) {
        const [, netID, password] = new RegExp(`^${role} (\\w+) ([\\w-]+)$`).exec(line) ?? []
        if (netID && password) return { role, netID, password }
      }
      throw new Error(`No ${role} was printed`)
    },
    async kill(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
      return child.exitCode
    },
  }
  running.add(started)
  child.once('exit', () => running.delete(started))
  return started
}

async function readyAddress(
  child: ChildProcess,
  output: Interface,
  lines: readonly string[],
): Promise<string> {
  const url = await new Promise<string>((resolve, reject) => {
    output.on('line', (line) => {
      const address = /^Tent City is running at (\S+)$/.exec(line)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) =>
      reject(new Error(`The server stopped (${code}):\n${lines.join('\n')}`)),
    )
  })
  await until(async () => (await fetch(`${url}/api/check-status`)).status === 200)
  return url
}
