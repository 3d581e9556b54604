import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const own = fileURLToPath(import.meta.url)

/**
 * The temporary folder of one test run. With `remove`, or when this process ends in any way, a kill
 * included, it goes, and so does every process that was started with it as its TMPDIR (on Linux).
 */
export function runFolder() {
  const path = mkdtempSync(join(tmpdir(), 'tent-city-run-'))
  // PostgreSQL runs as another user and has its files in it.
  chmodSync(path, 0o711)
  // The guard removes the folder once its input ends, as it does when this process ends.
  const guard = spawn(process.execPath, [own, path], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  return { path, remove: () => remove(path, [process.pid, guard.pid ?? 0]) }
}

/**
 * @param {string} folder
 * @param {number[]} spared
 */
function remove(folder, spared) {
  // A process that is ended may just have started another one.
  for (let left = usersOf(folder, spared); left.length > 0; left = usersOf(folder, spared)) {
    for (const pid of left) kill(pid)
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

/**
 * The processes that have this folder in their environment or their arguments.
 * @param {string} folder
 * @param {number[]} spared
 */
function usersOf(folder, spared) {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids
    .map(Number)
    .filter((pid) => !spared.includes(pid))
    .filter((pid) => ['environ', 'cmdline'].some((file) => read(pid, file).includes(folder)))
}

/**
 * @param {number} pid
 * @param {string} file
 */
function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}

if (process.argv[1] === own) {
  const folder = process.argv[2] ?? ''
  process.stdin.resume()
  process.stdin.on('end', () => remove(folder, [process.pid]))
}
