import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule, TestSpecification } from 'vitest/node'

/** What one test file did in one project; what failed outside of a test has its name in brackets. */
export type FileReport = {
  project: string
  file: string
  ms: number
  passed: number
  failures: { test: string; error: string }[]
}

/** `unplaced`: the errors that no file of the run is known for. */
export type RunReport = { files: FileReport[]; unplaced: string[] }

/** Writes what a run found into the file that TEST_REPORT names, for `scripts/test-run.js`. */
export default class RunReporter implements Reporter {
  #planned: readonly TestSpecification[] = []

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#planned = specifications
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const reportFile = process.env['TEST_REPORT']
    if (reportFile === undefined) return
    const report: RunReport = {
      files: [
        ...modules.map((module) => reportOf(module, unhandled)),
        ...this.#planned.filter(({ testModule }) => testModule === undefined).map(notRun),
      ],
      unplaced: unhandled
        .filter((error) => !modules.some((module) => isOf(module, error)))
        .filter((error) => !(modules.some(isCutOff) && isOfWorker.test(error.message)))
        .map(firstLine),
    }
    writeFileSync(reportFile, JSON.stringify(report))
  }
}

function reportOf(module: TestModule, unhandled: readonly SerializedError[]): FileReport {
  const tests = [...module.children.allTests()]
  const ofFile = [...module.errors(), ...unhandled.filter((error) => isOf(module, error))]
  return {
    project: module.project.name,
    file: relative(process.cwd(), module.moduleId),
    ms: durationOf(module),
    passed: tests.filter((test) => test.result().state === 'passed').length,
    failures: [
      ...(isCutOff(module) ? [{ test: '(the file)', error: 'its process was ended' }] : []),
      ...ofFile.map((error) => ({ test: '(the file)', error: firstLine(error) })),
      ...[...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => ({ test: `(${suite.fullName})`, error: firstLine(error) })),
      ),
      ...tests
        .filter((test) => test.result().state === 'failed')
        .map((test) => ({ test: test.fullName, error: firstLine(test.result().errors?.[0]) })),
    ],
  }
}

/** When a process ends, what was still to run in it does not, and vitest names none of it. */
function notRun({ project, moduleId }: TestSpecification): FileReport {
  return {
    project: project.name,
    file: relative(process.cwd(), moduleId),
    ms: 0,
    passed: 0,
    failures: [{ test: '(the file)', error: 'it was not run' }],
  }
}

function isOf({ moduleId }: TestModule, error: SerializedError): boolean {
  return error['VITEST_TEST_PATH'] === moduleId
}

/** Its process was ended before it was: vitest names no file then. */
function isCutOff(module: TestModule): boolean {
  return module.state() === 'pending'
}

const isOfWorker = /Worker \w+ emitted error/

function durationOf(module: TestModule): number {
  // Without the environment's set-up: a worker's time for it would count for each of its files.
  const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return prepareDuration + collectDuration + setupDuration + duration
}

function firstLine(error: { message: string } | undefined): string {
  return error?.message.split('\n')[0] ?? 'no error was given'
}
