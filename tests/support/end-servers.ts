import { afterAll } from 'vitest'
import { runningServers } from './server-process.ts'

// A test that failed has left its servers, which would take the machine's time from the files after it.
afterAll(async () => {
  await Promise.all(runningServers().map(({ kill }) => kill('SIGKILL')))
})
