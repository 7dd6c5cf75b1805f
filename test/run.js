// Runs one of the suites of `support/suites.ts`; further arguments go to vitest. Plain JavaScript that old versions of Node.js can
// run, so that a checkout without packages says what to do.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));
if (!existsSync(VITEST)) {
  process.stderr.write('The packages are not installed: run `npm ci` first.\n');
  process.exit(1);
}
const { optionsOf } = await import('./support/suites.ts');
const [suite, ...args] = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [VITEST, 'run', ...optionsOf(suite), ...args], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
