import { defineConfig } from 'vitest/config'
import { findChromium, findPostgres } from './tests/support/find-programs.js'

/** What is waited for comes when it comes; two busy cores take their time. */
const expect = { poll: { timeout: 30_000, interval: 50 } }

const server = {
  include: ['src/server/**/*.test.ts', 'tests/{structure,live}/**/*.test.ts'],
  globalSetup: ['tests/support/engines.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect,
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', './tests/support/count-reporter.ts'],
    projects: [
      { test: { name: 'unit', include: ['src/{shared,web}/**/*.test.{ts,tsx}'] } },
      { test: { ...server, name: 'server-pglite', env: { TEST_ENGINE: 'pglite' } } },
      ...(findPostgres() === null
        ? []
        : [{ test: { ...server, name: 'server-postgres', env: { TEST_ENGINE: 'postgres' } } }]),
      {
        test: {
          ...server,
          name: 'faults',
          include: ['tests/{faults,cli}/**/*.test.ts'],
          env: { TEST_ENGINE: findPostgres() === null ? 'pglite' : 'postgres' },
        },
      },
      ...(findChromium() === null
        ? []
        : [
            {
              test: {
                name: 'e2e',
                include: ['tests/e2e/**/*.test.ts'],
                hookTimeout: 60_000,
                expect,
              },
            },
          ]),
    ],
  },
})
