import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/**
 * One process at a time on a data folder. Each leaves a file `lock-PID-START` and then looks
 * for others: a file counts as long as a process with that id and that start time lives, and is
 * removed only when it does not. Leaving first and looking after means that of two that come at
 * once at least one sees the other and steps back.
 */
export function lockDataDir(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const own = `lock-${process.pid}-${startOf(process.pid)}`
  const path = join(folder, own)
  closeSync(openSync(path, 'wx'))
  const release = () => rmSync(path, { force: true })
  for (const name of readdirSync(folder)) {
    const other = /^lock-(\d+)-(.+)$/.exec(name)
    if (other === null || name === own) continue
    const pid = Number(other[1])
    if (startOf(pid) === other[2]) {
      release()
      throw new Error(
        `Another process (${pid}) has the data in ${folder} open. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    rmSync(join(folder, name), { force: true })
  }
  return release
}

/** When a process started, as a text that no later process with the same id shares; else null. */
function startOf(pid: number): string | null {
  try {
    if (process.platform === 'linux') {
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
