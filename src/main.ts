import { isatty } from 'node:tty';
import type { App, AppOptions } from './app/app.ts';
import { warnOfDescriptorLimit } from './app/file-descriptors.ts';
import { readReloadable } from './app/reload.ts';
import { tuneEngine } from './app/v8-flags.ts';
import { checkConfig } from './cli/check-config.ts';
import { helpText, readCommand } from './cli/command-line.ts';
import { type Config, problemsIn, readConfig, readSettings } from './config/config.ts';
import { createLog, type Log, loggedBoundary } from './telemetry/log.ts';

/** Beginnings of the message of a process that exits with a failure. */
const STARTING = 'The gateway cannot start';
const WRITING = 'Nothing was written';

type SandboxOptions = NonNullable<AppOptions['sandbox']>;

/**
 * Process entry: configuration, start, signals. A startup failure prints one line and exits with status 1.
 * Imports what only some commands need when they need it: most of the time of a start is loading modules.
 */
async function run(): Promise<void> {
  const { name, json, fresh, lan, folder } = orExit(() => readCommand(process.argv.slice(2)));
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
    const { writeForApps } = await import('./cli/write-client.ts');
    return void process.stdout.write(orExit(() => writeForApps(folder), WRITING));
  }
  if (name === 'new') {
    const { appNotice, writeApp } = await import('./cli/new-app.ts');
    orExit(() => writeApp(folder), WRITING);
    return void process.stdout.write(appNotice(folder));
  }
  const configured = orExit(readConfig);
  const network = lan ? await import('./app/network.ts') : null;
  const shared = orExit(() => network?.onNetwork(configured));
  const config = shared?.config ?? configured;
  // A reload while the gateway starts is ignored.
  if (!isOnTerminal()) process.on('SIGHUP', () => {});
  const log = await createLog({
    level: config.logLevel,
    isTerminal: process.stdout.isTTY === true,
    bufferLimit: config.logBufferLimit,
    resource: config.resource,
  });
  for (const warning of config.warnings) log.warn(warning);
  if (config.production) warnOfDescriptorLimit(config, log);
  const app = await start(config, log, shared?.sandbox ?? sandboxOptions(config, fresh));
  const stop = stopping(app, config, log);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A terminal that closes sends SIGHUP; without one, it requests a reload.
  if (isOnTerminal()) process.once('SIGHUP', stop);
  else
    process.on(
      'SIGHUP',
      loggedBoundary(log).listener('signal', () => void app.reload(readConfig)),
    );
  announce(log, app, config);
  if (network) process.stdout.write(await network.networkNotice(app));
}

/** A developer's embedded platform stores its state; tests and other programs choose themselves. */
const sandboxOptions = ({ sandboxState: path }: Config, fresh: boolean): SandboxOptions =>
  path === null ? {} : { stateFile: { path, fresh } };

const isOnTerminal = (): boolean => isatty(0) || isatty(1);

async function start(config: Config, log: Log, sandbox: SandboxOptions): Promise<App> {
  const { startApp } = await import('./app/app.ts');
  const app = await startApp(config, log, { sandbox }).catch((error: unknown) =>
    exit([reason(error, config)]),
  );
  tuneEngine();
  app.metrics.collectProcess();
  return app;
}

/** Creates a handler that drains the app and exits; repeated signals are ignored. */
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
 * Announces the gateway's addresses: as text on a terminal or with the embedded platform, whose credentials must not be logged;
 * otherwise as a log line, regardless of the level.
 */
function announce(log: Log, app: App, config: Config): void {
  const { url, metricsUrl, sandbox } = app;
  if (process.stdout.isTTY || sandbox) return void process.stdout.write(greeting(app, config));
  const eventLog = config.redis ? 'redis' : 'memory';
  log
    .child({}, { level: 'info' })
    .info({ graph: `${url}/graphql`, metrics: metricsUrl, eventLog }, 'listening');
}

function greeting({ url, metricsUrl, sandbox }: App, { redis, explorer }: Config): string {
  const lines = [`The graph is at ${url}/graphql`];
  if (explorer) lines.push(`Start at ${url}/`);
  const eventLog = redis
    ? 'Event log: in Redis.'
    : 'Event log: in memory, because REDIS_URL is not set or none. It is lost when this process exits.';
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
      return `Its sessions and data are those of the last run, from ${storage.path}; \`npm start -- --fresh\` discards them.`;
    case 'new':
      return `It keeps sessions and data in ${storage.path}.`;
    case 'replaced':
      return `It starts with new state: ${storage.path} is damaged or from another release.`;
    case 'in use':
      return `Its address is new, and sessions and data are lost when it exits: another gateway uses ${storage.path}.`;
    case undefined:
      return 'Sessions and data are lost when it exits.';
  }
}

function orExit<Value>(read: () => Value, failed = STARTING): Value {
  try {
    return read();
  } catch (error) {
    return exit(problemsIn(error), failed);
  }
}

/** Startup failure for the operator, without a stack. */
function reason(error: unknown, config: Config): string {
  const { host, port, variables } = listenerOf(error, config);
  // Other errors with the same codes concern other addresses or files, which they name.
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

function exit(problems: readonly string[], failed = STARTING): never {
  for (const problem of problems) process.stderr.write(`${failed}: ${problem}.\n`);
  process.exit(1);
}

await run();
