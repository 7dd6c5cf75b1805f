import { isatty } from 'node:tty';
import type { App, AppOptions } from './app/app.ts';
import { warnOfDescriptorLimit } from './app/file-descriptors.ts';
import { type OwnWorker, ownWorker } from './app/own-worker.ts';
import { Reloads, readReloadable } from './app/reload.ts';
import { openStatusListener } from './app/status-listener.ts';
import { tuneEngine } from './app/v8-flags.ts';
import type { Addresses } from './app/worker-messages.ts';
import { Workers } from './app/workers.ts';
import { checkConfig } from './cli/check-config.ts';
import { helpText, readCommand } from './cli/command-line.ts';
import { type Config, problemsIn, readConfig, readSettings } from './config/config.ts';
import { boundedClock } from './lib/boundary.ts';
import { SYSTEM_CLOCK } from './lib/clock.ts';
import { createLog, type Log, loggedBoundary } from './telemetry/log.ts';

type SandboxOptions = NonNullable<AppOptions['sandbox']>;

/**
 * Process entry: configuration, start, signals. A startup failure prints one line and exits with status 1.
 * Imports what only some commands or processes need when they need it: most of the time of a start is loading modules.
 */
async function run(): Promise<void> {
  const { name, json, fresh, folder } = orExit(() => readCommand(process.argv.slice(2)));
  if (name === 'help') return void process.stdout.write(helpText());
  if (name === 'doctor') {
    const { runDoctor } = await import('./cli/doctor.ts');
    process.exitCode = await runDoctor({ readConfig, readFiles: readReloadable }, { json });
    return;
  }
  if (name === 'check-config') {
    const check = () => readReloadable(readConfig()).config.warnings;
    process.exitCode = checkConfig(readSettings(), check, { json });
    return;
  }
  if (name === 'client') {
    const { clientNotice, writeClient } = await import('./cli/write-client.ts');
    return void process.stdout.write(clientNotice(writeClient(folder)));
  }
  const config = orExit(readConfig);
  const worker = ownWorker();
  // A reload while the gateway starts has nothing to do. Workers never reload on their own: the primary tells them.
  if (worker || !isOnTerminal()) process.on('SIGHUP', () => {});
  const log = await createLog({
    level: config.logLevel,
    isTerminal: process.stdout.isTTY === true,
    worker: worker?.id ?? null,
    bufferLimit: config.logBufferLimit,
    resource: config.resource,
  });
  if (!worker) for (const warning of config.warnings) log.warn(warning);
  if (!worker && config.production) warnOfDescriptorLimit(config, log);
  if (worker) await runWorker(worker, config, log);
  else {
    const sandbox = sandboxOptions(config, fresh);
    if (config.workers > 1) await runPrimary(config, log, sandbox);
    else await runAlone(config, log, sandbox);
  }
}

/** The embedded platform of a developer keeps its state; tests and other programs that start one choose for themselves. */
const sandboxOptions = ({ sandboxState: path }: Config, fresh: boolean): SandboxOptions =>
  path === null ? {} : { stateFile: { path, fresh } };

async function runAlone(config: Config, log: Log, sandbox: SandboxOptions): Promise<void> {
  const app = await start(config, log, { sandbox });
  const stop = stopping(app, config, log);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  onHangUp(
    stop,
    loggedBoundary(log).listener('signal', () => void app.reload(readConfig)),
  );
  announce(log, app, app.sandbox, config);
}

async function runWorker(worker: OwnWorker, config: Config, log: Log): Promise<void> {
  const app = await start(config, log, { isWorker: true });
  app.metrics.gatherWith(worker.gatherMetrics);
  const stop = stopping(app, config, log);
  // Terminals and some supervisors signal every process, in addition to the primary's message.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  const tasks = {
    stop,
    reload: () => void app.reload(readConfig),
    status: async () => ({ metrics: await app.metrics.values(), dependencies: app.dependencies() }),
  };
  worker.ready(app, tasks, loggedBoundary(log));
}

/**
 * Runs the primary. It handles no requests of clients, so that no client input can crash it; on `METRICS_PORT` it answers
 * probes and scrapes for all workers.
 */
async function runPrimary(config: Config, log: Log, sandbox: SandboxOptions): Promise<void> {
  const reloadable = orExit(() => readReloadable(config));
  const embedding = config.hosts ? null : await import('./app/embedded-platform.ts');
  const shared = await embedding?.startEmbeddedPlatform(config, sandbox);
  const boundary = loggedBoundary(log);
  const reloads = new Reloads(reloadable, log, () => workers.reload());
  const workers = new Workers({
    clock: boundedClock(SYSTEM_CLOCK, boundary),
    count: config.workers,
    host: config.host,
    port: config.port,
    timeout: config.workerTimeout,
    boundary,
    log,
    hasFailedReload: () => reloads.hasFailed,
    onGivingUp: () => exit(['workers keep exiting; the log has the exit status of each']),
  });
  const orFail = (error: unknown): never => exit([reason(error, config)]);
  const status = config.metrics && (await openStatusListener(config.metrics, workers).catch(orFail));
  const first = await workers.start({ ...shared?.environment }).catch(orFail);
  // The worker has already reported why.
  if (!first) process.exit(1);
  const addresses = status ? { ...first, metricsUrl: status.metricsUrl } : first;
  shared?.announce(addresses.url);
  const stop = (signal: string): void => {
    log.info({ signal }, 'stopping');
    boundary.run(
      'signal',
      async () => {
        const endedWell = await workers.stop();
        await shared?.sandbox.close();
        process.exit(endedWell ? 0 : 1);
      },
      () => process.exit(1),
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  onHangUp(
    stop,
    boundary.listener('signal', () => void reloads.run(readConfig)),
  );
  announce(log, addresses, shared?.sandbox ?? null, config);
}

/** A terminal that closes sends SIGHUP; without one, it requests a reload. */
function onHangUp(stop: (signal: string) => void, reload: () => void): void {
  if (isOnTerminal()) process.once('SIGHUP', stop);
  else process.on('SIGHUP', reload);
}

const isOnTerminal = (): boolean => isatty(0) || isatty(1);

async function start(config: Config, log: Log, options: AppOptions = {}): Promise<App> {
  const { startApp } = await import('./app/app.ts');
  const app = await startApp(config, log, options).catch((error: unknown) => exit([reason(error, config)]));
  tuneEngine();
  app.metrics.collectProcess();
  return app;
}

/** Creates a handler that drains the app and exits; repeated signals have no effect. */
function stopping(app: App, { shutdownNotice }: Config, log: Log): (signal: string) => void {
  let stopping = false;
  return (signal) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    app.close(shutdownNotice).then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
}

/**
 * Says where the gateway is: people in words, on a terminal or with the embedded platform, whose credentials no log may have;
 * programs as a line of the log, whatever its level.
 */
function announce(log: Log, addresses: Addresses, sandbox: App['sandbox'], config: Config): void {
  if (process.stdout.isTTY || sandbox) return void process.stdout.write(greeting(addresses, sandbox, config));
  const { url, metricsUrl } = addresses;
  const eventLog = config.redis ? 'redis' : 'memory';
  log
    .child({}, { level: 'info' })
    .info({ graph: `${url}/graphql`, metrics: metricsUrl, workers: config.workers, eventLog }, 'listening');
}

function greeting(
  { url, metricsUrl }: Addresses,
  sandbox: App['sandbox'],
  { redis, workers, explorer }: Config,
): string {
  const lines = [`The graph is at ${url}/graphql`];
  if (explorer) lines.push(`Start at ${url}/`);
  const eventLog = redis
    ? 'Event log: in Redis.'
    : 'Event log: in memory, because REDIS_URL is not set or none. It is lost when this process exits.';
  if (workers > 1) lines.push(`${workers} workers are running.`);
  if (metricsUrl !== null) lines.push(`Metrics are at ${metricsUrl}`);
  if (sandbox) {
    const { student, instructor, child, plugin } = sandbox.credentials;
    const basic = Buffer.from(`${plugin.clientId}:${plugin.clientSecret}`).toString('base64');
    lines.push(
      '',
      `Platform: the embedded sandbox at ${sandbox.url}, because PLATFORM_URL is not set.`,
      `Its notes are at ${sandbox.notesUrl}.`,
      storageLine(sandbox),
      eventLog,
      '',
      'Demo credentials, for the header `authorization`:',
      `  a student     Bearer ${student}`,
      `  an instructor Bearer ${instructor}`,
      `  a child       Bearer ${child}`,
      `  the plugin    Basic ${basic}`,
    );
  } else lines.push(eventLog);
  return `\n${lines.join('\n')}\n\n`;
}

function storageLine({ storage }: NonNullable<App['sandbox']>): string {
  switch (storage?.opening) {
    case 'restored':
      return `Its sessions and data are those of the last run, from ${storage.path}; \`npm start -- --fresh\` starts anew.`;
    case 'new':
      return `It keeps sessions and data in ${storage.path}.`;
    case 'replaced':
      return `It starts anew: ${storage.path} is damaged or from another release.`;
    case 'in use':
      return `Its address is new, and sessions and data are lost when it exits: another gateway uses ${storage.path}.`;
    case undefined:
      return 'Sessions and data are lost when it exits.';
  }
}

function orExit<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    return exit(problemsIn(error));
  }
}

/** Startup failure for the operator, without a stack. */
function reason(error: unknown, config: Config): string {
  const { host, port, variables } = listenerOf(error, config);
  // Other errors with the same codes are of other addresses, or of files, and say so.
  const isOfListener =
    error instanceof Error && 'syscall' in error && /^(listen|getaddrinfo)$/.test(String(error.syscall));
  switch (isOfListener && 'code' in error ? error.code : undefined) {
    case 'EADDRINUSE':
      return `${host}:${port} is already in use; set ${variables.port} to a free one`;
    case 'EACCES':
      return `this user may not listen on ${host}:${port}; set ${variables.port} to 1024 or above`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine; set ${variables.host} to one of its addresses`;
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** The listener that a system error concerns. */
function listenerOf(error: unknown, { host, port, metrics }: Config) {
  const names = (name: 'port' | 'hostname', value: unknown): boolean =>
    error instanceof Error && name in error && Reflect.get(error, name) === value;
  const isStatus =
    metrics &&
    ((metrics.port !== port && names('port', metrics.port)) ||
      (metrics.host !== host && names('hostname', metrics.host)));
  return isStatus
    ? { ...metrics, variables: { host: 'METRICS_HOST', port: 'METRICS_PORT' } }
    : { host, port, variables: { host: 'HOST', port: 'PORT' } };
}

function exit(problems: readonly string[]): never {
  for (const problem of problems) process.stderr.write(`The gateway cannot start: ${problem}.\n`);
  process.exit(1);
}

await run();
