import { defineConfig } from 'vitest/config'
import { findChromium, findPostgres } from './tests/support/find-programs.js'
import { quickOf } from './tests/support/quick-tests.ts'
import { serverTests } from './tests/support/server-tests.ts'

const { eachEngine, ...files } = serverTests()
const { onDatabase, noEngine } = process.env['TEST_QUICK'] === 'true' ? quickOf(files) : files

/** What all projects have in common. */
const common = {
  // Files of one worker share what they import, and an engine or a browser that is running.
  isolate: false,
  unstubGlobals: true,
  setupFiles: ['tests/support/end-standstill.ts'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What is waited for comes when it comes; two busy cores take their time.
  expect: { poll: { timeout: 30_000, interval: 100 } },
  // What was found is said whole in the one line of a test that was unsteady.
  chaiConfig: { truncateThreshold: 400 },
}

const hasPostgres = findPostgres() !== null
const pglite = { TEST_ENGINE: 'pglite' }
const postgres = { TEST_ENGINE: 'postgres' }
// TEST_ENGINE chooses where either would do.
const isOnPostgres = hasPostgres && process.env['TEST_ENGINE'] !== 'pglite'
const [better, other] = isOnPostgres ? [postgres, pglite] : [pglite, postgres]
const onEngine = { ...common, globalSetup: ['tests/support/engines.ts'] }

export default defineConfig({
  test: {
    maxWorkers: 4,
    // What one worker or project has compiled, the others read.
    experimental: { fsModuleCache: true },
    reporters: ['default', './tests/support/run-reporter.ts'],
    projects: [
      { test: { ...common, name: 'unit', include: ['src/shared/**/*.test.ts', ...noEngine] } },
      // Apart from unit: a worker that has made one kind of environment is ended before the other.
      {
        test: {
          ...common,
          name: 'web',
          environment: 'happy-dom',
          // A file that a test saves leads no page away, for this file and those after it.
          environmentOptions: {
            happyDOM: {
              settings: {
                navigation: { disableMainFrameNavigation: true, disableFallbackToSetURL: true },
              },
            },
          },
          include: ['src/web/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: { ...onEngine, name: 'server', include: onDatabase, env: better },
      },
      ...(hasPostgres
        ? [{ test: { ...onEngine, name: 'other-engine', include: eachEngine, env: other } }]
        : []),
      {
        test: {
          ...onEngine,
          name: 'faults',
          include: ['tests/{faults,cli}/**/*.test.ts'],
          setupFiles: [...common.setupFiles, 'tests/support/end-servers.ts'],
          env: better,
        },
      },
      {
        test: {
          ...onEngine,
          name: 'e2e',
          globalSetup: [...onEngine.globalSetup, 'tests/support/demo-season.ts'],
          include: findChromium() === null ? [] : ['tests/e2e/**/*.test.ts'],
          setupFiles: [
            ...common.setupFiles,
            'tests/support/show-failed-pages.ts',
            'tests/support/end-servers.ts',
          ],
          env: better,
        },
      },
    ],
  },
})
