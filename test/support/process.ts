import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { urlIn } from './announced.ts';
import { settingsIn, withBounds } from './bounds.ts';
import { processEnvironment, sourceEnvironment, UNHURRIED, UNLIMITED } from './process-environment.ts';

/** The gateway as a process, started the way a user starts it. */
export interface GatewayProcess {
  child: ChildProcess;
  url: string;
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit status. */
  ended: Promise<number | null>;
}

const MAIN = join(import.meta.dirname, '../../src/main.ts');

interface ProcessOptions {
  /** Limit of file descriptors. Default: that of the tests. */
  descriptors?: number;
  /** The file to run. Default: `src/main.ts` of this release. */
  main?: string;
  /** Command-line arguments. Default: none. */
  arguments?: readonly string[];
  /** Whether the sources and packages are loaded as installed, which takes twice the time. Default: no. */
  asInstalled?: boolean;
}

export function spawnGateway(
  environment: Record<string, string>,
  { descriptors, main = MAIN, arguments: given = [], asInstalled = false }: ProcessOptions = {},
): Omit<GatewayProcess, 'url'> {
  // Tests in production mode are also about load, so they keep the limits of production.
  const defaults = environment.NODE_ENV === 'production' ? UNLIMITED : { ...UNLIMITED, ...UNHURRIED };
  const { NODE_OPTIONS = '', ...inherited } = asInstalled ? processEnvironment() : sourceEnvironment();
  const bounds = withBounds({ dependencyCheckInterval: 0 });
  const options = `${NODE_OPTIONS} ${bounds} ${environment.NODE_OPTIONS ?? ''}`;
  const settings = { ...defaults, ...environment };
  // An earlier release has variables for what is constant today.
  const { environment: variables, bounds: changed } =
    main === MAIN ? settingsIn(settings) : { environment: settings, bounds: {} };
  const env = { ...inherited, ...variables, NODE_OPTIONS: `${options} ${withBounds(changed)}` };
  const child =
    descriptors === undefined
      ? spawn(process.execPath, [main, ...given], { env })
      : spawn('sh', ['-c', `ulimit -n ${descriptors}; exec "$0" "$@"`, process.execPath, main], { env });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

/** Starts the process on a free port and waits until it reports its address. */
export async function startProcess(
  environment: Record<string, string> = {},
  options: ProcessOptions = {},
): Promise<GatewayProcess> {
  const gateway = spawnGateway({ PORT: '0', ...environment }, options);
  const url = await until(() => urlIn(gateway.stdout()), gateway);
  return { ...gateway, url };
}

async function until<Value>(
  read: () => Value | undefined,
  { child, stderr }: Pick<GatewayProcess, 'child' | 'stderr'>,
): Promise<Value> {
  for (;;) {
    const value = read();
    if (value !== undefined) return value;
    if (child.exitCode !== null) throw new Error(`the gateway ended: ${stderr()}`);
    await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'close')]);
  }
}
