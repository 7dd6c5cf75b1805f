import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node';

/** Ends a run with one plain line, `N passed, N failed`, for scripts. */
export default class ClosingLineReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly unknown[],
    reason: TestRunEndReason = 'passed',
  ): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    const failedTests = tests.filter((test) => test.result().state === 'failed').length;
    // Files that cannot be loaded and groups whose hooks failed have their own errors.
    const groups = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = groups.filter((group) => group.errors().length > 0).length;
    const failed = failedTests + broken + errors.length;
    // Any other failure of the runner.
    const line = `${passed} passed, ${reason === 'failed' ? Math.max(1, failed) : failed} failed`;
    process.stdout.write(`\n${line}\n`);
  }
}
