import { type App, startApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { createLog } from './telemetry/log.ts';

/** Milliseconds in which a load balancer finds out that the process is not ready any more. */
const NOTICE = 1000;

/** The process: configuration, start, signals. Whatever keeps it from starting is one line and exit status 1. */
async function run(): Promise<void> {
  const config = configOrExit();
  const log = createLog(config.logLevel, process.stdout.isTTY === true);
  const app = await startApp(config, log).catch((error: unknown) => exit([reason(error, config)]));
  app.metrics.collectProcess();
  process.stdout.write(greeting(app));
  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping');
    app.close(NOTICE).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function greeting({ url, metricsUrl, sandbox }: App): string {
  const lines = [`The graph is at ${url}/graphql`, `Explore it at ${url}/`];
  if (metricsUrl !== null) lines.push(`Metrics are at ${metricsUrl}`);
  if (sandbox) {
    const { student, instructor, plugin } = sandbox.credentials;
    const basic = Buffer.from(`${plugin.clientId}:${plugin.clientSecret}`).toString('base64');
    lines.push(
      '',
      `Platform: the embedded sandbox at ${sandbox.url}, because PLATFORM_URL is not set.`,
      'Event log: in memory, because REDIS_URL is not set. It ends with this process.',
      '',
      'Demo credentials, for the header `authorization`:',
      `  a student     Bearer ${student}`,
      `  an instructor Bearer ${instructor}`,
      `  the plugin    Basic ${basic}`,
    );
  }
  return `\n${lines.join('\n')}\n\n`;
}

function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    return exit(error instanceof ConfigError ? error.problems : [String(error)]);
  }
}

/** Why the gateway could not start, for the person who starts it: no stack. */
function reason(error: unknown, { host, port }: Config): string {
  switch (error instanceof Error && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `${host}:${port} is taken by another process; set PORT to a free one`;
    case 'EACCES':
      return `${host}:${port} may not be listened on by this user; set PORT to 1024 or more`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine; set HOST to one that is`;
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

function exit(problems: readonly string[]): never {
  for (const problem of problems) process.stderr.write(`The gateway cannot start: ${problem}.\n`);
  process.exit(1);
}

await run();
