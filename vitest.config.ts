import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // No module of ours has a state that changes, so files may follow one another in a process that has all loaded.
    isolate: false,
    // Much of the time is spent waiting for clocks and sockets: more files than cores keep both busy.
    maxWorkers: 4,
    // Many short-lived gateways: a young generation that starts large saves a tenth of the CPU time, and so does V8 if it does
    // not optimize in the background what soon runs no more.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64', '--no-concurrent-recompilation'],
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    // Tests run the sources as production does: by Node itself, with no transformation and one copy of each package.
    experimental: { viteModuleRunner: false },
    globalSetup: './test/support/temporary-directory.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A busy machine takes its time; what never comes is told by the test's own timeout.
    expect: { poll: { timeout: 20_000 } },
  },
});
