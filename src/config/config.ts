import { isIP } from 'node:net';
import { type ConformanceValues, readConformanceValues } from './conformance.ts';
import { Secret } from './secret.ts';
import type { Variable } from './variable.ts';
import { VARIABLES, type VariableName, type VariableValues } from './variables.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** All configuration problems, each with what to do. Values are never quoted: some are secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Configuration: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/** The configuration; see `variables.ts` for each value. Printing it shows no secret. */
export type Config = Readonly<ReturnType<typeof assemble>>;
export type LogLevel = Config['logLevel'];
export type TracingSettings = NonNullable<Config['tracing']>;

/** An ID and secret from the platform's developer console. */
export type ClientCredential = NonNullable<Config['app']>;

/**
 * Reads the configuration once, at startup. An empty environment is valid: one process with the embedded platform.
 * @throws ConfigError naming every invalid variable.
 */
export function readConfig(environment: Environment = process.env): Config {
  const variables = new Variables(environment);
  const config = assemble(variables);
  for (const problem of contradictionsIn(config)) variables.problem(problem);
  variables.throwProblems();
  return Object.freeze(config);
}

/**
 * Reads the configuration of `npm run conformance`: the gateway's own, and the tokens and IDs for its calls.
 * @throws ConfigError naming every invalid variable.
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

function assemble(variables: Variables) {
  const production = variables.production;
  return {
    production,
    host: variables.read('HOST'),
    port: variables.read('PORT'),
    /** Processes that share the port. */
    workers: variables.read('WORKERS'),
    /** Null: run the embedded platform. */
    hosts: readHosts(variables),
    /** Null: the embedded platform's demo app. */
    app: readClient(variables, 'APP'),
    /** Null: not configured; the embedded platform brings its own. */
    plugin: readClient(variables, 'PLUGIN'),
    /** Null values are not configured; the embedded platform brings its own. */
    xapi: {
      homePage: variables.read('XAPI_HOME_PAGE'),
      base: variables.read('XAPI_BASE'),
      apiIdBase: variables.read('XAPI_API_ID_BASE'),
      verbs: variables.read('XAPI_VERBS'),
    },
    introspection: variables.read('INTROSPECTION') ?? !production,
    explorer: variables.read('EXPLORER') ?? !production,
    /** Host names besides loopback ones. */
    explorerHosts: variables.read('EXPLORER_HOSTS'),
    federation: variables.read('FEDERATION'),
    bodyLimit: variables.read('LIMIT_BODY'),
    pendingBodyLimit: variables.read('LIMIT_PENDING_BODIES'),
    connectionLimit: variables.read('LIMIT_CONNECTIONS'),
    addressConnectionLimit: variables.read('LIMIT_ADDRESS_CONNECTIONS'),
    connectionRate: variables.read('LIMIT_CONNECTION_RATE'),
    pipelinedLimit: variables.read('LIMIT_PIPELINED'),
    rateLimit: variables.read('LIMIT_RATE'),
    signInLimit: variables.read('LIMIT_SIGN_IN'),
    /** Per minute. */
    rejectedSignIns: {
      limit: variables.read('LIMIT_REJECTED_SIGN_INS'),
      perAddress: variables.read('LIMIT_REJECTED_SIGN_INS_PER_ADDRESS'),
    },
    lagLimit: variables.read('LIMIT_LAG'),
    trustedProxies: variables.read('TRUST_PROXY'),
    requestTimeout: variables.read('REQUEST_TIMEOUT'),
    documentLimits: {
      tokens: variables.read('LIMIT_TOKENS'),
      depth: variables.read('LIMIT_DEPTH'),
      aliases: variables.read('LIMIT_ALIASES'),
    },
    upstreamCallLimit: variables.read('LIMIT_UPSTREAM_CALLS'),
    /** Null: any document runs. */
    trustedDocuments: readTrustedDocuments(variables),
    responseLimits: {
      objects: variables.read('LIMIT_OBJECTS'),
      characters: variables.read('LIMIT_RESPONSE'),
    },
    documentMemory: variables.read('LIMIT_DOCUMENT_MEMORY'),
    listEstimate: variables.read('LIMIT_LIST_ESTIMATE'),
    platformTimeout: variables.read('PLATFORM_TIMEOUT'),
    operationTimeout: variables.read('OPERATION_TIMEOUT'),
    platformConnections: variables.read('PLATFORM_CONNECTIONS'),
    platformResponseLimit: variables.read('PLATFORM_RESPONSE_LIMIT'),
    /** Empty: any address may call the plugin endpoints. */
    pluginSources: variables.read('PLUGIN_SOURCES'),
    corsOrigins: variables.read('CORS_ORIGINS'),
    /** Null: events are stored in memory. */
    redis: readRedis(variables),
    /** Null: a key that the instances share. */
    cursorSecret: variables.read('CURSOR_SECRET'),
    sessionCheckInterval: variables.read('SESSION_CHECK_INTERVAL'),
    notificationPollInterval: variables.read('NOTIFICATION_POLL_INTERVAL'),
    eventRetention: variables.read('EVENT_RETENTION'),
    /** Null: forever. */
    atoRetention: variables.read('ATO_RETENTION'),
    socketLimit: variables.read('LIMIT_SOCKETS'),
    subscriptionLimit: variables.read('LIMIT_SUBSCRIPTIONS'),
    unreadLimit: variables.read('LIMIT_UNREAD'),
    /** Null: served beside the graph, or not at all in production. */
    metrics: readMetrics(variables),
    /** Null: no traces. */
    tracing: readTracing(variables),
    logLevel: variables.read('LOG_LEVEL'),
  };
}

/** Combinations of valid values that contradict each other. */
function* contradictionsIn({ production, host, hosts, workers, redis, app, plugin }: Config) {
  if (!hosts && production) yield 'PLATFORM_URL is not set: production requires a real platform';
  else if (!hosts && !isLoopback(host))
    yield 'PLATFORM_URL is not set: the embedded platform runs on a loopback HOST only, such as 127.0.0.1';
  if (workers > 1 && !redis)
    yield 'WORKERS is more than 1 but REDIS_URL is not set: workers share events through Redis';
  if (!hosts && app) yield 'APP_CLIENT_ID is set but PLATFORM_URL is not';
  if (!hosts && plugin) yield 'PLUGIN_CLIENT_ID is set but PLATFORM_URL is not';
}

/** The sandbox rule: an app of the sandbox calls the sandbox addresses, and only those. Contract: What the service does. */
function readHosts(variables: Variables) {
  const platform = variables.read('PLATFORM_URL');
  const push = variables.read('PLATFORM_PUSH_URL');
  const notes = variables.read('PLATFORM_NOTES_URL');
  const sandbox = variables.read('PLATFORM_SANDBOX_URL');
  const pushSandbox = variables.read('PLATFORM_PUSH_SANDBOX_URL');
  if (variables.read('APP_ENVIRONMENT') === 'production')
    return platform && { platform, notes, push: push ?? platform };
  if (!sandbox) variables.problem('PLATFORM_SANDBOX_URL is not set: an app of the sandbox requires it');
  if (!pushSandbox)
    variables.problem('PLATFORM_PUSH_SANDBOX_URL is not set: an app of the sandbox requires it');
  return { platform: sandbox, notes, push: pushSandbox };
}

function readClient(variables: Variables, owner: 'APP' | 'PLUGIN') {
  const clientId = variables.read(`${owner}_CLIENT_ID`);
  const clientSecret = variables.read(`${owner}_CLIENT_SECRET`);
  if (clientId && clientSecret) return { clientId, clientSecret };
  if (clientId) variables.problem(`${owner}_CLIENT_SECRET is not set although ${owner}_CLIENT_ID is`);
  if (clientSecret) variables.problem(`${owner}_CLIENT_ID is not set although ${owner}_CLIENT_SECRET is`);
  return null;
}

function readTrustedDocuments(variables: Variables) {
  const path = variables.read('TRUSTED_DOCUMENTS');
  const mode = variables.read('TRUSTED_DOCUMENTS_MODE');
  if (mode === 'off') return null;
  if (path) return { path, mode: mode ?? 'enforce' };
  if (mode) variables.problem('TRUSTED_DOCUMENTS_MODE is set but TRUSTED_DOCUMENTS is not');
  return null;
}

function readMetrics(variables: Variables) {
  const port = variables.read('METRICS_PORT');
  const host = variables.read('METRICS_HOST');
  if (port !== null) return { host, port };
  if (variables.isSet('METRICS_HOST')) variables.problem('METRICS_HOST is set but METRICS_PORT is not');
  return null;
}

function readTracing(variables: Variables) {
  const endpoint = variables.read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const settings = {
    headers: variables.read('OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: variables.read('OTEL_SERVICE_NAME'),
    sampler: variables.read('OTEL_TRACES_SAMPLER'),
    ratio: variables.read('OTEL_TRACES_SAMPLER_ARG'),
  };
  return endpoint && { endpoint, ...settings };
}

/** Addresses are secret because they may contain a password. */
function readRedis(variables: Variables) {
  const urls = variables.read('REDIS_URL');
  const cluster = variables.read('REDIS_CLUSTER') ?? urls.length > 1;
  if (urls.length === 0) {
    if (cluster) variables.problem('REDIS_CLUSTER is set but REDIS_URL is not');
    return null;
  }
  if (urls.length > 1 && !cluster)
    variables.problem(
      'REDIS_URL has several addresses but REDIS_CLUSTER is false: only a cluster has several',
    );
  return { urls: urls.map((url) => new Secret(url)), cluster };
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Parses the environment and collects problems. An empty value counts as not set. */
class Variables {
  readonly production: boolean;
  readonly #environment: Environment;
  readonly #problems: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
    this.production = environment.NODE_ENV === 'production';
  }

  read<Name extends VariableName>(name: Name): VariableValues[Name] {
    const { kind, fallback } = TABLE[name];
    const text = this.#text(name);
    if (text === '') return fallback;
    const value = kind.parse(text);
    if (value !== undefined) return value;
    this.problem(`${name} must be ${kind.expected}`);
    return fallback;
  }

  isSet(name: VariableName): boolean {
    return this.#text(name) !== '';
  }

  #text(name: VariableName): string {
    return this.#environment[name]?.trim() ?? '';
  }

  problem(text: string): void {
    this.#problems.push(text);
  }

  throwProblems(): void {
    if (this.#problems.length > 0) throw new ConfigError(this.#problems);
  }
}

/** The table, typed so that a variable's name determines the type of its value. */
const TABLE: { readonly [Name in VariableName]: Variable<VariableValues[Name]> } = VARIABLES;
