import { isIP } from 'node:net';
import type { Hosts } from '../platform/client.ts';
import { type ConformanceValues, readConformanceValues } from './conformance.ts';
import { Secret } from './secret.ts';
import type { VariableName } from './variables.ts';

/** What the process runs with. Read once, at the start, from the environment; frozen. Printing it shows no secret. */
export interface Config {
  production: boolean;
  host: string;
  port: number;
  /** Processes that answer on the port. */
  workers: number;
  /** Where the platform is. Null: run the embedded one. */
  hosts: Hosts | null;
  /** Null: the embedded platform's demo app. */
  app: ClientCredential | null;
  /** Null where no plugin is configured; the embedded platform brings its own. */
  plugin: ClientCredential | null;
  /** What is null in it is not configured; the embedded platform brings its own. */
  xapi: XapiSettings;
  introspection: boolean;
  explorer: boolean;
  /** Whether the graph is served as a subgraph of Apollo Federation. */
  federation: boolean;
  /** Largest request body, in bytes. */
  bodyLimit: number;
  /** Connections that may be open at a time. */
  connectionLimit: number;
  /** Operations that a user may begin in a minute; 0: as many as they like. */
  rateLimit: number;
  /** Milliseconds by which the event loop may be late before nothing new is begun. */
  lagLimit: number;
  /** How many proxies stand before the gateway, or their addresses and ranges. */
  trustedProxies: number | readonly string[];
  /** Milliseconds that a client may take to send a request. */
  requestTimeout: number;
  /** How large a document may be. */
  documentLimits: { tokens: number; depth: number; aliases: number };
  /** Calls to the platform that one operation may make. */
  upstreamCallLimit: number;
  /** The manifest of the documents that clients may send, and whether others are logged or refused; null: any. */
  trustedDocuments: { path: string; mode: 'log' | 'enforce' } | null;
  /** Rows assumed for a list without `first` when an operation's calls are predicted. */
  listEstimate: number;
  /** Milliseconds from sending a call to the platform to the end of its answer. */
  platformTimeout: number;
  /** Milliseconds that all calls of an operation to the platform may take together. */
  operationTimeout: number;
  /** Sockets per platform host. */
  platformConnections: number;
  /** Largest answer of the platform that is read, in bytes. */
  platformResponseLimit: number;
  /** Addresses and ranges that may call the plugin endpoints; empty: any. */
  pluginSources: readonly string[];
  /** Origins whose pages may use the gateway, besides its own. */
  corsOrigins: readonly string[];
  /** Null: events are kept in memory. */
  redis: RedisSettings | null;
  /** Signs cursors; null: a key of the instances' own. */
  cursorSecret: Secret | null;
  /** Milliseconds between checks of a session that streams are open under. */
  sessionCheckInterval: number;
  /** Milliseconds between looks at a user's notifications, while somebody listens. */
  notificationPollInterval: number;
  /** Milliseconds that events are kept. */
  eventRetention: number;
  /** Milliseconds that an ATO request is kept after its last change; null: for ever. */
  atoRetention: number | null;
  /** Sockets and event streams that one caller may hold at a time. */
  socketLimit: number;
  /** Where the metrics are served; null: beside the graph, and in production nowhere. */
  metrics: { host: string; port: number } | null;
  /** Where traces are sent, and which; null: none are made. */
  tracing: TracingSettings | null;
  logLevel: LogLevel;
}

/** A collector of OpenTelemetry, and what is sent there. */
export interface TracingSettings {
  endpoint: URL;
  /** Sent with every export, as in `authorization=Basic …,x-tenant=school`; null: none. */
  headers: Secret | null;
  serviceName: string;
  sampler: (typeof SAMPLERS)[number];
  /** From 0 to 1, for the samplers by ratio. */
  ratio: number;
}

/** One address of a Redis server, or several of a Redis Cluster; a password may be part of it. */
export interface RedisSettings {
  urls: readonly Secret[];
  cluster: boolean;
}

/** An id and secret from the platform's developer console. */
export interface ClientCredential {
  clientId: string;
  clientSecret: Secret;
}

/** What the platform's xAPI statements are made with. Contract: xAPI, Version 2 rules. */
export interface XapiSettings {
  /** The home page of the platform's accounts, letter for letter: the platform compares it. */
  homePage: string | null;
  /** Where the platform's object addresses start, without a slash at the end. */
  base: string | null;
  /** Where the platform's extension addresses start, without a slash at the end. */
  apiIdBase: string | null;
  /** The ids of the verbs that the platform allows; null: the platform alone checks them. */
  verbs: readonly string[] | null;
}

/** Source: OpenTelemetry, environment variable specification. */
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Environment = Readonly<Record<string, string | undefined>>;

/** Every variable that is wrong, each with what to do. Values are not repeated: some are secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Configuration: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/**
 * Reads the configuration. An empty environment is a good one: everything in one process, with the embedded platform.
 * @throws ConfigError naming every bad variable at once.
 */
export function readConfig(environment: Environment = process.env): Config {
  const read = new Variables(environment);
  const production = environment.NODE_ENV === 'production';
  const host = read.text('HOST') ?? '127.0.0.1';
  const hosts = readHosts(read);
  const config: Config = {
    production,
    host,
    port: read.integer('PORT', { from: 0, to: 65_535 }) ?? 4000,
    workers: read.integer('WORKERS', { from: 1 }) ?? 1,
    hosts,
    app: readClient(read, 'APP'),
    plugin: readClient(read, 'PLUGIN'),
    xapi: {
      homePage: read.identifier('XAPI_HOME_PAGE'),
      base: read.identifier('XAPI_BASE')?.replace(/\/+$/, '') ?? null,
      apiIdBase: read.identifier('XAPI_API_ID_BASE')?.replace(/\/+$/, '') ?? null,
      verbs: read.identifiers('XAPI_VERBS'),
    },
    introspection: read.flag('INTROSPECTION') ?? !production,
    explorer: read.flag('EXPLORER') ?? !production,
    federation: read.flag('FEDERATION') ?? false,
    bodyLimit: read.integer('LIMIT_BODY', { from: 1000 }) ?? 100_000,
    connectionLimit: read.integer('LIMIT_CONNECTIONS', { from: 1 }) ?? 20_000,
    rateLimit: read.integer('LIMIT_RATE', { from: 0 }) ?? 1200,
    lagLimit: read.integer('LIMIT_LAG', { from: 10 }) ?? 500,
    trustedProxies: readTrustedProxies(read),
    requestTimeout: read.integer('REQUEST_TIMEOUT', { from: 100 }) ?? 30_000,
    documentLimits: {
      tokens: read.integer('LIMIT_TOKENS', { from: 1 }) ?? 1500,
      depth: read.integer('LIMIT_DEPTH', { from: 1 }) ?? 12,
      aliases: read.integer('LIMIT_ALIASES', { from: 0 }) ?? 30,
    },
    upstreamCallLimit: read.integer('LIMIT_UPSTREAM_CALLS', { from: 1 }) ?? 250,
    trustedDocuments: readTrustedDocuments(read),
    listEstimate: read.integer('LIMIT_LIST_ESTIMATE', { from: 1 }) ?? 50,
    platformTimeout: read.integer('PLATFORM_TIMEOUT', { from: 1 }) ?? 5000,
    operationTimeout: read.integer('OPERATION_TIMEOUT', { from: 1 }) ?? 10_000,
    platformConnections: read.integer('PLATFORM_CONNECTIONS', { from: 1 }) ?? 128,
    platformResponseLimit: read.integer('PLATFORM_RESPONSE_LIMIT', { from: 1000 }) ?? 8_000_000,
    pluginSources: read.list('PLUGIN_SOURCES', isSource, 'addresses or ranges such as 10.0.0.0/8'),
    corsOrigins: read.list('CORS_ORIGINS', isOrigin, 'origins such as https://app.example'),
    redis: readRedis(read),
    cursorSecret: read.secret('CURSOR_SECRET'),
    sessionCheckInterval: read.integer('SESSION_CHECK_INTERVAL', { from: 100 }) ?? 60_000,
    notificationPollInterval: read.integer('NOTIFICATION_POLL_INTERVAL', { from: 100 }) ?? 5000,
    eventRetention: read.integer('EVENT_RETENTION', { from: 1000 }) ?? 24 * HOUR,
    atoRetention: read.integer('ATO_RETENTION', { from: 1000 }),
    socketLimit: read.integer('LIMIT_SOCKETS', { from: 1 }) ?? 100,
    metrics: readMetrics(read),
    tracing: readTracing(read),
    logLevel: read.choice('LOG_LEVEL', LOG_LEVELS) ?? 'info',
  };
  if (!hosts && production)
    read.problem('PLATFORM_URL is not set: in production the platform must be a real one');
  else if (!hosts && !isLoopback(host)) {
    read.problem(
      'PLATFORM_URL is not set: the embedded platform runs on a loopback HOST only, such as 127.0.0.1',
    );
  }
  if (config.workers > 1 && !config.redis)
    read.problem('WORKERS is more than 1 but REDIS_URL is not set: workers share their events through Redis');
  if (!hosts && config.app) read.problem('APP_CLIENT_ID is set but PLATFORM_URL is not');
  if (!hosts && config.plugin) read.problem('PLUGIN_CLIENT_ID is set but PLATFORM_URL is not');
  read.throwProblems();
  return Object.freeze(config);
}

/**
 * Reads what `npm run conformance` needs: the gateway's configuration, and the tokens and IDs to try the platform with.
 * @throws ConfigError naming every bad variable at once.
 */
export function readConformance(environment: Environment = process.env): {
  config: Config;
  values: ConformanceValues;
} {
  const config = readConfig(environment);
  const { values, problems } = readConformanceValues(environment);
  if (problems.length > 0) throw new ConfigError(problems);
  return { config, values };
}

/** The sandbox rule: an app of the sandbox calls the sandbox addresses, and only those. Contract: What the service does. */
function readHosts(read: Variables): Hosts | null {
  const environment = read.choice('APP_ENVIRONMENT', ['production', 'sandbox'] as const) ?? 'production';
  const platform = read.address('PLATFORM_URL');
  const push = read.address('PLATFORM_PUSH_URL');
  const notes = read.address('PLATFORM_NOTES_URL');
  const sandbox = read.address('PLATFORM_SANDBOX_URL');
  const pushSandbox = read.address('PLATFORM_PUSH_SANDBOX_URL');
  if (environment === 'production') return platform && { platform, notes, push: push ?? platform };
  if (!sandbox) read.problem('PLATFORM_SANDBOX_URL is not set: an app of the sandbox needs it');
  if (!pushSandbox) read.problem('PLATFORM_PUSH_SANDBOX_URL is not set: an app of the sandbox needs it');
  return { platform: sandbox, notes, push: pushSandbox };
}

function readClient(read: Variables, owner: 'APP' | 'PLUGIN'): ClientCredential | null {
  const clientId = read.text(`${owner}_CLIENT_ID`);
  const clientSecret = read.secret(`${owner}_CLIENT_SECRET`);
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId) read.problem(`${owner}_CLIENT_SECRET is not set although ${owner}_CLIENT_ID is`);
  if (clientSecret) read.problem(`${owner}_CLIENT_ID is not set although ${owner}_CLIENT_SECRET is`);
  return null;
}

function readTrustedDocuments(read: Variables): Config['trustedDocuments'] {
  const path = read.text('TRUSTED_DOCUMENTS');
  const mode = read.choice('TRUSTED_DOCUMENTS_MODE', ['off', 'log', 'enforce'] as const);
  if (mode === 'off') return null;
  if (path) return { path, mode: mode ?? 'enforce' };
  if (mode) read.problem('TRUSTED_DOCUMENTS_MODE is set but TRUSTED_DOCUMENTS is not');
  return null;
}

function readMetrics(read: Variables): Config['metrics'] {
  const port = read.integer('METRICS_PORT', { from: 0, to: 65_535 });
  const host = read.text('METRICS_HOST');
  if (port === null && host !== null) read.problem('METRICS_HOST is set but METRICS_PORT is not');
  return port === null ? null : { host: host ?? '127.0.0.1', port };
}

function readTracing(read: Variables): TracingSettings | null {
  const endpoint = read.address('OTEL_EXPORTER_OTLP_ENDPOINT');
  const settings = {
    headers: read.secret('OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: read.text('OTEL_SERVICE_NAME') ?? 'learning-platform-gateway',
    sampler: read.choice('OTEL_TRACES_SAMPLER', SAMPLERS) ?? 'parentbased_always_on',
    ratio: read.share('OTEL_TRACES_SAMPLER_ARG') ?? 1,
  };
  return endpoint && { endpoint, ...settings };
}

function readTrustedProxies(read: Variables): Config['trustedProxies'] {
  const count = read.text('TRUST_PROXY');
  if (count !== null && /^\d{1,2}$/.test(count)) return Number(count);
  return read.list('TRUST_PROXY', isProxy, 'how many proxies there are, or their addresses or ranges');
}

function readRedis(read: Variables): RedisSettings | null {
  const urls = read.list('REDIS_URL', isRedisAddress, 'addresses such as redis://127.0.0.1:6379');
  const cluster = read.flag('REDIS_CLUSTER') ?? urls.length > 1;
  if (urls.length === 0) {
    if (cluster) read.problem('REDIS_CLUSTER is set but REDIS_URL is not');
    return null;
  }
  if (urls.length > 1 && !cluster) read.problem('REDIS_URL has several addresses, which only a cluster has');
  return { urls: urls.map((url) => new Secret(url)), cluster };
}

const HOUR = 3_600_000;

const isRedisAddress = (value: string): boolean => /^rediss?:$/.test(URL.parse(value)?.protocol ?? '');
const isOrigin = (value: string): boolean => URL.parse(value)?.origin === value;

function isSource(value: string): boolean {
  const [address = '', prefix] = value.split('/');
  const bits = isIP(address) === 6 ? 128 : 32;
  return isIP(address) !== 0 && (prefix === undefined || (/^\d+$/.test(prefix) && Number(prefix) <= bits));
}

const isProxy = (value: string): boolean =>
  isSource(value) || ['loopback', 'linklocal', 'uniquelocal'].includes(value);

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** The environment, with a note of everything in it that could not be read. An empty value counts as not set. */
class Variables {
  readonly #environment: Environment;
  readonly #problems: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  problem(text: string): void {
    this.#problems.push(text);
  }

  throwProblems(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems);
  }

  text(name: VariableName): string | null {
    return this.#environment[name]?.trim() || null;
  }

  secret(name: VariableName): Secret | null {
    const value = this.text(name);
    return value === null ? null : new Secret(value);
  }

  integer(name: VariableName, { from, to }: { from: number; to?: number }): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const number = Number(value);
    if (Number.isSafeInteger(number) && number >= from && number <= (to ?? Number.MAX_SAFE_INTEGER))
      return number;
    const range = to === undefined ? `of ${from} or more` : `from ${from} to ${to}`;
    this.problem(`${name} must be a whole number ${range}`);
    return null;
  }

  /** A part of a whole, from 0 to 1. */
  share(name: VariableName): number | null {
    const value = this.text(name);
    if (value === null) return null;
    const number = Number(value);
    if (number >= 0 && number <= 1) return number;
    this.problem(`${name} must be a number from 0 to 1`);
    return null;
  }

  flag(name: VariableName): boolean | null {
    const value = this.choice(name, ['true', 'false'] as const);
    return value === null ? null : value === 'true';
  }

  choice<Choice extends string>(name: VariableName, choices: readonly Choice[]): Choice | null {
    const value = this.text(name);
    if (value === null) return null;
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) this.problem(`${name} must be one of ${choices.join(', ')}`);
    return choice ?? null;
  }

  /** An address that names something and is compared letter for letter: it stays as it was written. */
  identifier(name: VariableName): string | null {
    const value = this.text(name);
    if (value === null || URL.canParse(value)) return value;
    this.problem(`${name} must be an absolute address`);
    return null;
  }

  /** Identifiers with commas or spaces between them. */
  identifiers(name: VariableName): readonly string[] | null {
    const values =
      this.text(name)
        ?.split(/[\s,]+/)
        .filter((value) => value !== '') ?? null;
    if (values === null || values.every((value) => URL.canParse(value))) return values;
    this.problem(`${name} must be absolute addresses with commas between them`);
    return null;
  }

  /** Values with commas between them; empty where there are none. */
  list(name: VariableName, isGood: (value: string) => boolean, wanted: string): readonly string[] {
    const values = (this.text(name) ?? '').split(',').map((value) => value.trim());
    const present = values.filter((value) => value !== '');
    if (!present.every(isGood)) this.problem(`${name} must be ${wanted}, with commas between them`);
    return present;
  }

  address(name: VariableName): URL | null {
    const value = this.text(name);
    if (value === null) return null;
    const url = URL.parse(value);
    const plain =
      url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
    if (plain) return url;
    this.problem(`${name} must be an http or https address with nothing after its path and no user in it`);
    return null;
  }
}
