import { CHECKS } from './checks/index.ts';
import { readClauses } from './clauses.ts';
import { linesOf, type Report, reportOf } from './report.ts';
import { runChecks } from './run-checks.ts';
import { readSettings, USAGE, UsageError } from './settings.ts';

/** `npm run test:protocol -- URL [options]`: checks a server against the resume protocol. */
async function run(): Promise<number> {
  const settings = readSettings(process.argv.slice(2), process.env);
  if (settings === null) {
    process.stdout.write(USAGE);
    return 0;
  }
  const report = reportOf(await runChecks(settings, readClauses(), CHECKS));
  const text = settings.json ? JSON.stringify(report, null, 2) : linesOf(report).join('\n');
  process.stdout.write(`${text}\n`);
  return statusOf(report);
}

/** Nothing checked proves nothing. */
const statusOf = ({ ok, failed }: Report): number => (failed > 0 ? 1 : ok === 0 ? 2 : 0);

try {
  process.exitCode = await run();
} catch (error) {
  const hint = error instanceof UsageError ? 'See --help.' : 'The checks were not completed.';
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${hint}\n`);
  process.exitCode = 2;
}
