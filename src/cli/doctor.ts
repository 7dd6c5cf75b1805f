import { type Config, problemsIn } from '../config/config.ts';
import { checkBudgets } from './doctor/budget-checks.ts';
import { checkCredentials } from './doctor/credential-checks.ts';
import { checkPlatform } from './doctor/platform-checks.ts';
import { checkProcess } from './doctor/process-checks.ts';
import { checkRedis } from './doctor/redis-checks.ts';
import { type CheckResult, failure } from './doctor/result.ts';

/** `--doctor`: connects to everything that is configured and prints what is wrong. @returns the exit status. */
export async function runDoctor(readConfig: () => Config, { json }: { json: boolean }): Promise<number> {
  const results = await examine(readConfig);
  const isHealthy = !results.some(({ state }) => state === 'failure');
  process.stdout.write(
    json ? `${JSON.stringify({ healthy: isHealthy, checks: results }, null, 2)}\n` : table(results),
  );
  return isHealthy ? 0 : 1;
}

/** Runs all checks; a configuration error leaves nothing to check. */
export async function examine(readConfig: () => Config): Promise<CheckResult[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    return problemsIn(error).map((problem) =>
      failure('configuration', problem, 'correct the variable; npm start -- --help describes it'),
    );
  }
  const remote = await Promise.all([checkRedis(config), checkPlatform(config), checkCredentials(config)]);
  return [...checkProcess(config), ...checkBudgets(config), ...remote.flat()];
}

const STATE_WIDTH = 7;
const CHECK_WIDTH = 17;

function table(results: readonly CheckResult[]): string {
  const lines = results.map(({ check, state, found, remedy }) => {
    const head = `${state.padEnd(STATE_WIDTH)}  ${check.padEnd(CHECK_WIDTH)}  ${found}`;
    return remedy === null ? head : `${head}; ${remedy}`;
  });
  const count = (state: CheckResult['state']): string =>
    `${results.filter((result) => result.state === state).length} ${state}`;
  return [
    ...lines,
    '',
    [count('ok'), count('warning'), count('failure'), count('skipped')].join(', '),
    '',
  ].join('\n');
}
