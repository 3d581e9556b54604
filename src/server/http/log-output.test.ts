import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { logOutput } from './log-output.ts'

let folder: string
let decoder: StringDecoder
let pipe: number
beforeEach(() => {
  decoder = new StringDecoder()
  folder = mkdtempSync(join(tmpdir(), 'tent-city-log-'))
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  // Both ends at once, so that nobody has to be waited for.
  pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
})
afterEach(() => {
  closeSync(pipe)
  rmSync(folder, { recursive: true })
})

/** What the pipe holds; a character that is cut in two there goes on in the next part. */
function taken(): string {
  const part = Buffer.alloc(100_000)
  try {
    return decoder.write(part.subarray(0, readSync(pipe, part)))
  } catch {
    return ''
  }
}

/** Long enough that the pipe takes some of them in pieces. */
const lines = Array.from({ length: 400 }, (_, number) => `${number}${' é'.repeat(3000)}\n`)

it('a slow reader gets each line whole and in order', async () => {
  const log = logOutput(pipe)
  const written = lines.slice(0, 30)
  for (const line of written) log.write(line)
  let read = ''
  await expect
    .poll(() => {
      read += taken()
      return read.length
    })
    .toBe(written.join('').length)
  expect(read).toBe(written.join(''))
})

it('of what a reader does not take, whole lines are left out, and it goes on once there is room', async () => {
  const log = logOutput(pipe)
  for (const line of lines) log.write(line)
  let read = ''
  await expect
    .poll(() => {
      read += taken()
      log.write('later\n')
      return read
    })
    .toMatch(/later\n$/)
  const kept = read.split('later\n')[0] ?? ''
  expect(kept.length).toBeLessThan(lines.join('').length)
  expect(lines.join('').startsWith(kept)).toBe(true)
  expect(kept.endsWith('\n')).toBe(true)
})
