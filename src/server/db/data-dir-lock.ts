import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { makeOwnedFolder } from '../owned-folder.ts'
import { errorCode } from './database.ts'
import { listenForOwner, shortPath } from './owner-socket.ts'

const isLinux = process.platform === 'linux'

/**
 * Only one process at a time may use a data folder. Each creates a lock `lock-PID-START-NAMESPACE`
 * and then looks for other locks: one counts while its process lives, and is removed only when it
 * does not. Because each creates its lock first and looks afterwards, of two processes that start
 * at once at least one sees the other and gives up.
 */
export async function lockDataDir(folder: string): Promise<() => void> {
  makeOwnedFolder(folder)
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

/** The process id of another container means nothing here; only its lock can be tested. */
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
 * On Linux the lock is a listening socket: it answers across containers, even while its process is
 * paused, and stops when the process is gone.
 */
async function leave(folder: string, name: string): Promise<() => void> {
  const path = join(folder, name)
  if (!isLinux) return leaveFile(path)
  const { short, close } = shortPath(folder, name)
  const server = createServer((socket) => socket.destroy())
  server.unref()
  try {
    await listenForOwner(server, short)
  } catch {
    // Not every folder supports sockets. A plain file still locks between processes of this
    // machine.
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

/** The namespace in which process ids are valid: the container, or the machine itself. */
function namespaceOf(): string {
  if (!isLinux) return '0'
  return readlinkSync('/proc/self/ns/pid').replace(/\D+/g, '')
}

/** When a process started, as a text that no later process with the same id has; null: unknown. */
function startOf(pid: number): string | null {
  try {
    if (isLinux) {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      // The command, in brackets, may contain spaces; field 22 of the rest is the start time.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[19] ?? null
    }
    const started = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return started.trim().replace(/[^0-9A-Za-z]+/g, '_') || null
  } catch {
    return null
  }
}
