import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, type RunnerTask } from 'vitest'
import { allComplaints, openPages } from './chromium.ts'
import { runningServers } from './server-process.ts'

// Drop complaints of pages of the test file before, which came while it was ending.
beforeAll(() => void allComplaints())

/** A test fails, too, with what a page complained of meanwhile. */
afterEach(async ({ task }) => {
  const complaints = allComplaints()
  if (task.result?.state === 'fail' || complaints.length > 0) await showPages(task)
  expect(complaints, 'no page complains').toEqual([])
})

/** What was on the screens and what the servers said when a test failed: often it says why. */
async function showPages(task: RunnerTask): Promise<void> {
  const name = `${task.file.name} ${task.name}`.replace(/[^\w]+/g, '-').slice(-120)
  const folder = join('test-failures', name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const said: string[] = []
  for (const [index, page] of openPages().entries()) {
    const text = await page.innerText('body', { timeout: 5000 }).catch(String)
    writeFileSync(join(folder, `page-${index + 1}.txt`), `${page.url()}\n${text}`)
    const path = join(folder, `page-${index + 1}.png`)
    await page.screenshot({ path, timeout: 5000 }).catch(() => {})
    said.push(`${page.url()}\n${lastLines(text.split('\n'))}`)
  }
  for (const [index, { url, lines }] of runningServers().entries()) {
    writeFileSync(join(folder, `server-${index + 1}.log`), lines.join('\n'))
    said.push(`${url} said\n${lastLines(lines)}`)
  }
  console.error([`${task.name}: what was seen is in ${folder}`, ...said].join('\n\n'))
}

function lastLines(lines: readonly string[]): string {
  return lines.slice(-20).join('\n')
}
