import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

export type Floor = { url: string; pid: number; stop: () => Promise<void> }

/**
 * A floor as a process of its own, so that it has a core to itself as the server has: a file of
 * bench/floors that prints its address once it is ready. One in plain JavaScript runs without the
 * translator, which takes time to start and memory.
 */
export async function startFloor(name: string, env: Record<string, string> = {}): Promise<Floor> {
  const plain = `bench/floors/${name}.js`
  const program = existsSync(plain) ? [plain] : ['--import', 'tsx', `bench/floors/${name}.ts`]
  const child = spawn(process.execPath, program, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url,
    pid: pidOf(child),
    async stop() {
      process.removeListener('exit', end)
      const gone = once(child, 'exit')
      end()
      await gone
    },
  }
}

function pidOf({ pid }: ChildProcess): number {
  if (pid === undefined) throw new Error('The process did not start')
  return pid
}

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

/** What a process has used of the processors so far, in seconds; in steps of a tick, 10 ms. */
export function cpuSeconds(pid: number): number {
  // Its name, second and in brackets, may hold anything; utime and stime are the 14th and 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** What a process holds in memory, in MB. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1000
}

/** Opens `/metrics` of the servers that are measured. */
export const metricsToken = 'metrics-of-a-benchmark'

/** What a server says of itself at this moment, by the name of the metric. */
export async function metricsOf({ url }: { url: string }): Promise<(name: string) => number> {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const text = await (await fetch(`${url}/metrics`, { headers })).text()
  return (name) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}
