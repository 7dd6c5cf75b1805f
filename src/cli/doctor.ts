import { type Config, problemsIn } from '../config/config.ts';
import { summaryOf } from '../operations/documents/trusted-documents.ts';
import { checkBudgets } from './doctor/budget-checks.ts';
import { checkCredentials } from './doctor/credential-checks.ts';
import { checkPlatform } from './doctor/platform-checks.ts';
import { checkProcess } from './doctor/process-checks.ts';
import { checkRedis } from './doctor/redis-checks.ts';
import { type CheckResult, failure, ok, warning } from './doctor/result.ts';
import { useForwardProxy } from './forward-proxy.ts';

export interface DoctorInput {
  /** Throws an error with the problems. */
  readConfig: () => Config;
  /** Reads the files that settings name. Throws an error with their problems. */
  readFiles: (config: Config) => {
    /** Null: any document runs. */ manifest: ReadonlyMap<string, string> | null;
  };
}

/** `--doctor`: connects to all configured services and prints the problems. @returns the exit status. */
export async function runDoctor(input: DoctorInput, { json }: { json: boolean }): Promise<number> {
  const results = await examine(input);
  const isHealthy = !results.some(({ state }) => state === 'failure');
  process.stdout.write(
    json ? `${JSON.stringify({ healthy: isHealthy, checks: results }, null, 2)}\n` : table(results),
  );
  return isHealthy ? 0 : 1;
}

/** Runs all checks. An invalid variable prevents all other checks, a broken file none. */
export async function examine({ readConfig, readFiles }: DoctorInput): Promise<CheckResult[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    return configurationFailures(error, 'correct the variable; npm start -- --help describes it');
  }
  useForwardProxy(config.proxy);
  const remote = await Promise.all([checkRedis(config), checkPlatform(config), checkCredentials(config)]);
  return [
    // They say themselves what to do.
    ...config.warnings.map((found) => warning('configuration', found, null)),
    ...checkFiles(config, readFiles),
    ...checkProcess(config),
    ...checkBudgets(config),
    ...remote.flat(),
  ];
}

function checkFiles(config: Config, readFiles: DoctorInput['readFiles']): CheckResult[] {
  try {
    const { manifest } = readFiles(config);
    if (!manifest) return [];
    const { documents, hash } = summaryOf(manifest);
    return [ok('trusted documents', `${documents} documents, hash ${hash}`)];
  } catch (error) {
    return configurationFailures(error, 'correct the file, or the variable that needs it');
  }
}

const configurationFailures = (error: unknown, remedy: string): CheckResult[] =>
  problemsIn(error).map((problem) => failure('configuration', problem, remedy));

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
