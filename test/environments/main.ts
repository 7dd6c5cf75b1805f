// Starts the gateway in every environment of environments.ts, one after the other; ends with status 1 if one differs.
// docs/testing.md explains it. npm run environments -- [NAMES…]
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENVIRONMENTS } from './environments.ts';
import { findingsIn } from './findings.ts';
import { findingsOfStart } from './start.ts';

const names = process.argv.slice(2);
const unknown = names.filter((name) => !Object.hasOwn(ENVIRONMENTS, name));
if (unknown.length > 0) throw new Error(`no environment is called ${unknown.join(', ')}`);
for (const [name, environment] of Object.entries(ENVIRONMENTS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  using folder = mkdtempDisposableSync(join(tmpdir(), 'environment-'));
  const findings = [
    ...findingsIn(environment, folder.path),
    ...(await findingsOfStart(environment, folder.path)),
  ];
  process.stdout.write(`${findings.length === 0 ? 'PASS' : 'FAIL'} ${name}\n`);
  for (const finding of findings) process.stdout.write(`  ${finding}\n`);
  if (findings.length > 0) process.exitCode = 1;
}
