import { afterEach } from 'vitest'
import { openPages } from './chromium.ts'

/** What was on the screens when a test failed: often it says why. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const page of openPages()) {
    const text = await page.innerText('body', { timeout: 5000 }).catch(String)
    console.error(`${task.name}\n${page.url()}\n${text.slice(0, 3000)}`)
  }
})
