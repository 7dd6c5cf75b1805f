/** A room of `src/`: a folder, or `main.ts`. */
export interface Room {
  name: string;
  /** Its contents, in one line. */
  holds: string;
  /** The rooms, or single files of rooms, that it may import. */
  imports: readonly string[];
}

/**
 * The rooms from the top down. `npm run architecture:print` generates the tables of `ARCHITECTURE.md` from here, so that
 * the two cannot disagree.
 */
export const ROOMS: readonly Room[] = [
  { name: 'main.ts', holds: 'process entry', imports: ['app', 'cli', 'config', 'lib/clock.ts', 'telemetry'] },
  {
    name: 'cli',
    holds: 'command-line tools',
    imports: [
      'app/file-descriptors.ts',
      'app/reference-source.ts',
      'config',
      'contract',
      'domains',
      'events/redis-erasure.ts',
      'events/redis-probe.ts',
      'events/redis-requirements.ts',
      'explorer',
      'graph/printed-schema.ts',
      'lib/clock.ts',
      'operations',
      'platform/clock-offset.ts',
    ],
  },
  {
    name: 'app',
    holds: 'composition root: the only room that picks implementations',
    imports: [
      'admission',
      'config',
      'domains',
      'events',
      'explorer',
      'graph',
      'lib',
      'operations',
      'platform',
      'plugin',
      'projection',
      'sandbox',
      'telemetry',
      'transports',
    ],
  },
  {
    name: 'plugin',
    holds: 'endpoints that the platform calls',
    imports: ['admission', 'graph', 'lib', 'operations', 'telemetry', 'transports/http'],
  },
  {
    name: 'explorer',
    holds: 'the explorer pages and the reference',
    imports: ['graph', 'lib', 'transports/http'],
  },
  {
    name: 'transports',
    holds: 'HTTP, server-sent events, WebSocket: bytes to requests, responses to bytes',
    imports: ['admission', 'graph', 'lib', 'operations', 'telemetry'],
  },
  {
    name: 'admission',
    holds: 'admission control: rate limits, connection limits, load shedding, client addresses, sessions',
    imports: ['events/shared-rates.ts', 'graph', 'lib'],
  },
  {
    name: 'operations',
    holds: 'the operation runner: documents, limits, execution, errors, report',
    imports: ['admission', 'domains/context.ts', 'graph', 'lib', 'platform', 'projection', 'telemetry'],
  },
  {
    name: 'domains',
    holds: 'the graph, one folder per noun; schema, context and costs combine them',
    imports: ['events', 'generated', 'graph', 'lib', 'platform'],
  },
  {
    name: 'telemetry',
    holds: 'log, metrics, traces',
    imports: [
      'admission/refusal-observer.ts',
      'config/config.ts',
      'events/observed-log.ts',
      'graph',
      'lib',
      'operations/observers.ts',
      'platform/call.ts',
      'platform/platform-observer.ts',
      'plugin/plugin-observer.ts',
    ],
  },
  { name: 'sandbox', holds: 'the embedded platform', imports: ['contract'] },
  { name: 'contract', holds: 'the REST contract as data', imports: [] },
  { name: 'config', holds: 'typed configuration from the environment', imports: ['platform/client.ts'] },
  { name: 'platform', holds: 'client of the REST API', imports: ['graph', 'lib', 'projection'] },
  {
    name: 'projection',
    holds: 'copies row members out of unparsed platform responses',
    imports: ['lib'],
  },
  { name: 'events', holds: 'event log, readers, cursors, stores', imports: ['graph', 'lib'] },
  { name: 'graph', holds: 'vocabulary of the graph, without I/O', imports: ['lib'] },
  { name: 'lib', holds: 'what knows no graph: the clock, queues, pacing, cancellation', imports: [] },
  {
    name: 'generated',
    holds: 'resolver types from the SDL',
    imports: ['domains', 'events', 'graph', 'platform'],
  },
];

/** What reads the time of the machine, or sets its timers. */
export const REAL_TIME =
  /(?<![.\w])(?:set|clear)(?:Timeout|Interval|Immediate)\(|\bperformance\.now\b|\bDate\.now\b|\bnew Date\(\)|\btimers\/promises\b|\bAbortSignal\.timeout\(/;

/** The rooms and files that may; everything else takes a `Clock`, so that tests and simulations can advance its time. */
export const ON_REAL_TIME: readonly (readonly [place: string, reason: string])[] = [
  ['lib/clock.ts', 'it is the clock of the machine'],
  ['cli', 'commands that run in a terminal'],
  ['sandbox', 'the other end of the wire'],
  ['telemetry/log.ts', 'the log of the process, which is there before any gateway and after it'],
  ['telemetry/log-output.ts', 'the same'],
];

/** The files that choose the clock of the machine for what they start. */
export const ON_SYSTEM_CLOCK: readonly string[] = [
  'app/app.ts',
  'cli/doctor/redis-checks.ts',
  'cli/erase.ts',
  'lib/clock.ts',
  'main.ts',
];

/** Packages that only certain files may import. */
export const PACKAGES: readonly (readonly [name: string, files: RegExp, text: string])[] = [
  ['undici', /^platform\/transport\.ts$/, 'platform/transport.ts'],
  ['ioredis', /^events\/redis[\w-]*\.ts$/, 'events/redis*.ts'],
  ['rate-limiter-flexible', /^events\/redis-rates\.ts$/, 'events/redis-rates.ts'],
  ['proxy-addr', /^admission\/client-address\.ts$/, 'admission/client-address.ts'],
  ['hono', /^sandbox\//, 'sandbox/'],
  ['@hono/node-server', /^sandbox\//, 'sandbox/'],
  ['@apollo/server', /^operations\/apollo\.ts$/, 'operations/apollo.ts'],
  ['prom-client', /^telemetry\//, 'telemetry/'],
  ['@opentelemetry', /^telemetry\/(spans|otlp)\.ts$/, 'telemetry/spans.ts, telemetry/otlp.ts'],
];
