import { inspect } from 'node:util';
import { type App, startApp } from './app/app.ts';
import { startEmbeddedPlatform } from './app/embedded-platform.ts';
import { tuneEngine } from './app/v8-flags.ts';
import { type Addresses, type OwnWorker, ownWorker, Workers } from './app/workers.ts';
import { helpText, readCommand } from './cli/command-line.ts';
import { type Config, ConfigError, readConfig } from './config/config.ts';
import { createLog, type Log } from './telemetry/log.ts';

/** Milliseconds in which a load balancer finds out that the process is not ready any more. */
const NOTICE = 1000;

/** The process: configuration, start, signals. Whatever keeps it from starting is one line and exit status 1. */
async function run(): Promise<void> {
  tuneEngine();
  const command = orExit(() => readCommand(process.argv.slice(2)));
  if (command === 'help') return void process.stdout.write(helpText());
  const config = orExit(readConfig);
  if (command === 'check-config') return void process.stdout.write(`${inspect(config)}\n`);
  const worker = ownWorker();
  const log = createLog(config.logLevel, process.stdout.isTTY === true, worker?.id ?? null);
  if (worker) await runWorker(worker, config, log);
  else if (config.workers > 1) await runPrimary(config, log);
  else await runAlone(config, log);
}

async function runAlone(config: Config, log: Log): Promise<void> {
  const app = await start(config, log);
  process.stdout.write(greeting(app, app.sandbox, config));
  const stop = stopping(app, log);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

async function runWorker(worker: OwnWorker, config: Config, log: Log): Promise<void> {
  const app = await start(config, log);
  app.metrics.gatherWith(worker.gatherMetrics(() => app.metrics.values()));
  const stop = stopping(app, log);
  worker.onStop(stop);
  // A terminal and some supervisors signal every process, beside what the primary asks for.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  worker.ready(app);
}

/** Does no request work, so that nothing a client sends can end it. */
async function runPrimary(config: Config, log: Log): Promise<void> {
  const shared = config.hosts ? null : await startEmbeddedPlatform(config);
  const started = await Workers.start({
    count: config.workers,
    host: config.host,
    port: config.port,
    environment: { ...shared?.environment },
    log,
    onGivingUp: () => exit(['no worker stays up; the log says how each of them ended']),
  }).catch((error: unknown) => exit([reason(error, config)]));
  // The worker has said why.
  if (!started) process.exit(1);
  const { workers, addresses } = started;
  shared?.announce(addresses.url);
  process.stdout.write(greeting(addresses, shared?.sandbox ?? null, config));
  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping');
    void workers.stop().then((endedWell) => process.exit(endedWell ? 0 : 1));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

async function start(config: Config, log: Log): Promise<App> {
  const app = await startApp(config, log).catch((error: unknown) => exit([reason(error, config)]));
  app.metrics.collectProcess();
  return app;
}

/** Ends the process once everything is answered; asked again, it goes on with that. */
function stopping(app: App, log: Log): (signal: string) => void {
  let stopping = false;
  return (signal) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    app.close(NOTICE).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
}

function greeting(
  { url, metricsUrl }: Addresses,
  sandbox: App['sandbox'],
  { redis, workers, explorer }: Config,
): string {
  const lines = [`The graph is at ${url}/graphql`];
  if (explorer) lines.push(`Explore it at ${url}/, or with no other network at ${url}/explorer`);
  const eventLog = redis
    ? 'Event log: in Redis.'
    : 'Event log: in memory, because REDIS_URL is not set. It ends with this process.';
  if (workers > 1) lines.push(`${workers} workers answer.`);
  if (metricsUrl !== null) lines.push(`Metrics are at ${metricsUrl}`);
  if (sandbox) {
    const { student, instructor, plugin } = sandbox.credentials;
    const basic = Buffer.from(`${plugin.clientId}:${plugin.clientSecret}`).toString('base64');
    lines.push(
      '',
      `Platform: the embedded sandbox at ${sandbox.url}, because PLATFORM_URL is not set.`,
      eventLog,
      '',
      'Demo credentials, for the header `authorization`:',
      `  a student     Bearer ${student}`,
      `  an instructor Bearer ${instructor}`,
      `  the plugin    Basic ${basic}`,
    );
  } else lines.push(eventLog);
  return `\n${lines.join('\n')}\n\n`;
}

function orExit<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof ConfigError) return exit(error.problems);
    return exit([error instanceof Error ? error.message : String(error)]);
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
