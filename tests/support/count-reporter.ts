import type { Reporter, TestModule } from 'vitest/node'

/** Says in one plain line, at the very end, how many tests passed and failed. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    console.log(`${count('passed')} passed, ${count('failed')} failed`)
  }
}
