import { defineConfig } from 'vitest/config';
import { EXECUTOR } from './test/support/executor.ts';
import { FULL } from './test/support/fleet-form.ts';
import { missingPrograms, PROGRAMS } from './test/support/programs.ts';
import SlowFirst from './test/support/slow-first.ts';

const missing = missingPrograms();
/** Options of a tag. `skip: false` would overrule the other tags of a test. */
const skipIf = (condition: boolean): { skip?: true } => (condition ? { skip: true } : {});

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'forks',
    // No module of ours has a state that changes, so files may follow one another in a process that has all loaded.
    isolate: false,
    // Much of the time is spent waiting for clocks and sockets: more files than cores keep both busy. `test:all`
    // has four: slow tests wait longer.
    maxWorkers: 3,
    execArgv: [
      // Many short-lived gateways: a young generation that starts large saves CPU time, and so does V8 if it does not optimize
      // in the background what soon runs no more.
      '--min-semi-space-size=32',
      '--max-semi-space-size=32',
      '--no-concurrent-recompilation',
      // By default V8 lets garbage grow with the memory of the machine: 3.7 GB for the whole run, in place of 2.2. The clients of
      // the long forms need more.
      ...(FULL ? [] : ['--max-old-space-size=640']),
    ],
    tags: [
      { name: 'slow', description: 'real time, many processes, a browser or many cases: not in npm test' },
      { name: 'full', description: 'only in the long forms', ...skipIf(!FULL) },
      {
        name: 'compiled',
        description: 'about the compiled executor or copied rows: not in npm run test:reference',
        ...skipIf(EXECUTOR === 'graphql-js'),
      },
      {
        name: 'linux',
        description: 'needs /proc and all of 127.0.0.0/8',
        ...skipIf(process.platform !== 'linux'),
      },
      ...PROGRAMS.map((program) => ({
        name: program.name,
        description: `needs ${(program.commands ?? [program.name]).join(' or ')}`,
        ...skipIf(missing.includes(program)),
      })),
    ],
    sequence: { sequencer: SlowFirst },
    reporters: ['default', './test/support/closing-line-reporter.ts'],
    // Tests run the sources as production does: by Node itself, with no transformation, no mocks and one copy of each package.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: './test/support/temporary-directory.ts',
    // For what never comes: a busy machine takes its time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
