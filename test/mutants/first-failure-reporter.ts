import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** What a line about a failure begins with. */
export const FAILED = 'FAILED ';

/** Prints each failure at once, on its own line: other tests may keep waiting for something that a mutant prevents. */
export default class FirstFailureReporter implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const [error] = test.result().errors ?? [];
    if (error) say(`${test.module.relativeModuleId} > ${test.fullName}: ${error.message}`);
  }

  onTestSuiteResult(suite: TestSuite): void {
    if (suite.errors().length > 0) say(`${suite.module.relativeModuleId} > ${suite.fullName}`);
  }

  onTestModuleEnd(module: TestModule): void {
    if (module.errors().length > 0) say(module.relativeModuleId);
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    const [error] = errors;
    if (error) say(error.message);
  }
}

const say = (what: string): void => void process.stdout.write(`${FAILED}${what.split('\n')[0]}\n`);
