import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { errorCode } from './database.ts'

const isLinux = process.platform === 'linux'

/**
 * One process at a time on a data folder. Each leaves a lock `lock-PID-START-NAMESPACE` and then
 * looks for others: one counts as long as its process lives, and is removed only when it does not.
 * Leaving first and looking after means that of two that come at once at least one sees the other
 * and steps back.
 */
export async function lockDataDir(folder: string): Promise<() => void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const here = namespaceOf()
  const own = `lock-${process.pid}-${startOf(process.pid)}-${here}`
  const release = await leave(folder, own)
  try {
    for (const name of readdirSync(folder)) {
      const [, pid = '', start, namespace = here] =
        /^lock-(\d+)-([^-]+)(?:-(\d+))?$/.exec(name) ?? []
      if (start === undefined || name === own) continue
      if (namespace === here) refuseNeighbour(folder, Number(pid), start)
      else await refuseStranger(folder, name)
      rmSync(join(folder, name), { force: true })
    }
    return release
  } catch (error) {
    release()
    throw error
  }
}

function refuseNeighbour(folder: string, pid: number, start: string): void {
  if (startOf(pid) !== start) return
  throw new Error(
    `Another process (${pid}) has the data in ${folder} open. Stop it first, or set DATA_DIR to another folder.`,
  )
}

/** Of a process in another container only its lock can be asked. */
async function refuseStranger(folder: string, name: string): Promise<void> {
  const life = await lifeOf(folder, name)
  if (life === 'over') return
  throw new Error(
    life === 'lives'
      ? `A process in another container has the data in ${folder} open. Stop it first, or set DATA_DIR to another folder.`
      : `A process in another container may have the data in ${folder} open. If you know that none has, delete ${join(folder, name)} and start again.`,
  )
}

/**
 * On Linux the lock is a socket that listens: it answers from any container, even while its process
 * is paused, and no longer once that is gone.
 */
async function leave(folder: string, name: string): Promise<() => void> {
  const path = join(folder, name)
  if (!isLinux) return leaveFile(path)
  const { short, close } = shortPath(folder, name)
  const server = createServer((socket) => socket.destroy())
  server.unref()
  const before = process.umask(0o177)
  server.listen(short)
  process.umask(before)
  try {
    await once(server, 'listening')
  } catch {
    // Not every folder takes sockets. Beside others of its own machine it locks as well.
    close()
    return leaveFile(path)
  }
  return () => {
    server.close()
    rmSync(path, { force: true })
    close()
  }
}

function leaveFile(path: string): () => void {
  closeSync(openSync(path, 'wx'))
  return () => rmSync(path, { force: true })
}

async function lifeOf(folder: string, name: string): Promise<'lives' | 'over' | 'unknown'> {
  const isSocket = lstatSync(join(folder, name), { throwIfNoEntry: false })?.isSocket()
  if (isSocket !== true) return isSocket === undefined ? 'over' : 'unknown'
  const { short, close } = shortPath(folder, name)
  const asking = connect(short)
  try {
    await once(asking, 'connect')
    return 'lives'
  } catch (error) {
    return /^(ECONNREFUSED|ENOENT)$/.test(errorCode(error) ?? '') ? 'over' : 'unknown'
  } finally {
    asking.destroy()
    close()
  }
}

/** The path of a socket has room for about a hundred letters: this one has a few, wherever it is. */
function shortPath(folder: string, name: string): { short: string; close: () => void } {
  const opened = openSync(folder, 'r')
  return { short: `/proc/self/fd/${opened}/${name}`, close: () => closeSync(opened) }
}

/** Within which process ids mean anything: that of a container, or of the machine itself. */
function namespaceOf(): string {
  if (!isLinux) return '0'
  return readlinkSync('/proc/self/ns/pid').replace(/\D+/g, '')
}

/** When a process started, as a text that no later process with the same id shares; else null. */
function startOf(pid: number): string | null {
  try {
    if (isLinux) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The command, in brackets, may hold spaces; field 22 of the rest is the start time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[19] ?? null
    }
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return started.trim().replace(/[^0-9A-Za-z]+/g, '_') || null
  } catch {
    return null
  }
}
