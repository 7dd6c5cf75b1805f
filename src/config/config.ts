import { hostname } from 'node:os';
import { CONFORMANCE_VARIABLES } from 'learning-platform-kit/conformance/variables';
import { isLoopback } from '../lib/ip-address.ts';
import { BOUNDS } from './bounds.ts';
import { type Environment, type Given, readValue } from './environment.ts';
import { Secret } from './secret.ts';
import { judgeNames } from './unknown-names.ts';
import type { Variable } from './variable.ts';
import { type SettingValues, VARIABLES, type VariableName, variableDocs } from './variables.ts';
import { buildVersion, VERSION } from './version.ts';

/** All configuration problems, each with a remedy. Values are never quoted: some are secrets. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Configuration: ${problems.join('; ')}`);
    this.problems = problems;
  }
}

/** The problems in an error, for the operator, without a stack. */
export function problemsIn(error: unknown): readonly string[] {
  if (error instanceof ConfigError) return error.problems;
  return [error instanceof Error ? error.message : String(error)];
}

/** The configuration; see `variables.ts` for each value. Printing it shows no secret. */
export type Config = Readonly<ReturnType<typeof assemble>>;
export type LogLevel = Config['logLevel'];
export type ClientCredential = NonNullable<Config['app']>;
export type TracingSettings = NonNullable<Config['tracing']>;

/** Settings without a variable; tests choose other values. */
export type Bounds = Readonly<typeof BOUNDS>;

/**
 * Reads the configuration once, at startup. An empty environment is valid: one process with the embedded platform.
 * @throws ConfigError naming every invalid variable.
 */
export function readConfig(environment: Environment = process.env, bounds: Bounds = BOUNDS): Config {
  const variables = new EnvironmentReader(environment);
  const config = assemble(variables, bounds);
  for (const problem of contradictionsIn(config, variables)) variables.problems.add(problem);
  for (const [name, needed] of NEEDS)
    if (variables.isSet(name) && !variables.isSet(needed) && !variables.isInvalid(needed))
      variables.problems.add(`${name} is set but ${needed} is not`);
  const { problems, ignored } = judgeNames(environment, KNOWN_NAMES);
  for (const problem of problems) variables.problems.add(problem);
  if (ignored.length > 0)
    variables.warnings.push(
      `without effect, since the gateway has no such variables: ${ignored.join(', ')}; remove or correct those that are yours`,
    );
  if (config.production && config.redis && config.cursorSecret === null)
    variables.warnings.push(
      'CURSOR_SECRET is not set: a client with write access to Redis can bind a token to any ATO request, forge cursors and the results of mutations with a key; set it, the same on all instances',
    );
  if (variables.problems.size > 0) throw new ConfigError([...variables.problems]);
  return Object.freeze(config);
}

/** A variable as it is set, for display. */
export interface Setting {
  name: string;
  /** The one in effect, or a placeholder for secrets and invalid values. Null: not set, and `default` describes the effect in words. */
  value: string | null;
  /** Markdown. */
  default: string;
  /** Where the value comes from; `file`: the variable with the suffix `_FILE` names it. */
  source: 'default' | 'environment' | 'file';
}

/** Every variable in the order of the documentation, valid or not. */
export function readSettings(environment: Environment = process.env): readonly Setting[] {
  const variables = new EnvironmentReader(environment);
  const switches = new Map(
    Object.entries(readSwitches(variables)).map(([name, isOn]) => [name, String(isOn)]),
  );
  return variableDocs.map(({ name, fallback, settable }): Setting => {
    const { source } = variables.given(name);
    const value = source === 'default' ? (settable ?? switches.get(name) ?? null) : variables.shown(name);
    return { name, value, default: fallback, source };
  });
}

/** The variables of `npm run conformance` that are set, by name. IDs count as secrets: no value is ever printed. */
export type ConformanceValues = ReadonlyMap<string, Secret>;

/** Milliseconds; longer if one call may take longer. */
const OPERATION_TIMEOUT = 10_000;

/** Tokens are sent in a header, which allows nothing else. */
const VISIBLE_ASCII = /^[\x21-\x7e]{1,8000}$/;

/**
 * Reads the configuration of `npm run conformance`: the gateway's own, and the tokens and IDs for its calls.
 * @throws ConfigError naming every invalid variable.
 */
export function readConformance(environment: Environment = process.env) {
  const config = readConfig(environment);
  const values = new Map<string, Secret>();
  const problems: string[] = [];
  for (const name of Object.keys(CONFORMANCE_VARIABLES)) {
    const { text, problem } = readValue(environment, name, false);
    if (problem !== null) problems.push(problem);
    if (text === '') continue;
    values.set(name, new Secret(text));
    if (name.endsWith('_TOKEN') && !VISIBLE_ASCII.test(text))
      problems.push(`${name} must be visible ASCII characters without spaces, and without \`Bearer\``);
    if (name.endsWith('_URI') && !URL.canParse(text)) problems.push(`${name} must be an absolute URL`);
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return { config, values };
}

function assemble(variables: EnvironmentReader, bounds: Bounds) {
  const production = variables.production;
  const switches = readSwitches(variables);
  return {
    ...bounds,
    production,
    /** Settings without effect, for the log. */
    warnings: variables.warnings as readonly string[],
    host: variables.read('HOST'),
    /** The address whose pages alone may use the gateway, with `npm start -- --lan`. Null: as `CORS_ORIGINS` says. */
    networkHost: null as string | null,
    port: variables.read('PORT'),
    /** Null: run the embedded platform. */
    hosts: readHosts(variables),
    /** How `https` hosts of the platform are reached. Null: directly. */
    proxy: readProxy(variables),
    /** Null: the embedded platform starts with new state each time. */
    sandboxState: readSandboxState(variables),
    /** Null: the embedded platform's demo app. */
    app: readClient(variables, 'APP'),
    /** Null: not configured; the embedded platform brings its own. */
    plugin: readClient(variables, 'PLUGIN'),
    pluginSecretAlso: variables.read('PLUGIN_CLIENT_SECRET_ALSO'),
    /** Null values are not configured; the embedded platform brings its own. */
    xapi: {
      homePage: variables.read('XAPI_HOME_PAGE'),
      base: variables.read('XAPI_BASE'),
      apiIdBase: variables.read('XAPI_API_ID_BASE'),
      /** Null: any; the platform checks them. */
      verbs: null as readonly string[] | null,
    },
    introspection: switches.INTROSPECTION,
    explorer: switches.EXPLORER,
    reference: switches.REFERENCE,
    explorerHosts: variables.read('EXPLORER_HOSTS'),
    federation: variables.read('FEDERATION'),
    executor: variables.read('EXECUTOR'),
    heldLimit: bounds.held,
    connectionLimit: variables.read('LIMIT_CONNECTIONS'),
    rateLimit: variables.read('LIMIT_RATE'),
    signInLimit: bounds.signIns,
    rejectedSignIns: {
      limit: bounds.rejectedSignIns,
      perAddress: bounds.rejectedSignInsPerAddress,
    },
    trustedProxies: readTrustedProxies(variables),
    documentLimits: {
      tokens: bounds.tokens,
      depth: bounds.depth,
      aliases: bounds.aliases,
    },
    trustedDocuments: readTrustedDocuments(variables),
    platformShapes: variables.read('PLATFORM_SHAPES'),
    priceLimits: {
      calls: bounds.platformCalls,
      objects: bounds.objects,
      bytes: bounds.responseLength,
    },
    platformTimeout: variables.read('PLATFORM_TIMEOUT'),
    operationTimeout:
      bounds.operationTimeout ?? Math.max(OPERATION_TIMEOUT, variables.read('PLATFORM_TIMEOUT')),
    platformConnections: variables.read('PLATFORM_CONNECTIONS'),
    corsOrigins: variables.read('CORS_ORIGINS'),
    /** Null: events are stored in memory. */
    redis: readRedis(variables),
    cursorSecret: variables.read('CURSOR_SECRET'),
    cursorSecretAlso: variables.read('CURSOR_SECRET_ALSO'),
    sessionChecks: pace(
      bounds.sessionCheckInterval,
      bounds.longestInterval.sessionChecks,
      variables.read('SESSION_CHECK_BUDGET'),
    ),
    notificationPolls: pace(
      variables.read('NOTIFICATION_POLL_INTERVAL'),
      bounds.longestInterval.polls,
      variables.read('NOTIFICATION_POLL_BUDGET'),
    ),
    eventRetention: variables.read('EVENT_RETENTION'),
    atoRetention: variables.read('ATO_RETENTION'),
    /** Null: responses are not compressed. */
    compression: bounds.compressesResults
      ? { from: bounds.compressionFrom, concurrent: bounds.compressions }
      : null,
    /** Null: served beside the graph, or not at all in production. */
    metrics: readMetrics(variables),
    /** Attributes of OpenTelemetry's resource: the service in traces and log lines. */
    resource: readResource(variables),
    /** Null: no traces. */
    tracing: readTracing(variables),
    buildCommit: variables.read('BUILD_COMMIT'),
    logLevel: variables.read('LOG_LEVEL'),
  };
}

/** Variables without effect, each with the one that they need. */
const NEEDS: readonly (readonly [name: VariableName, needed: VariableName])[] = [
  ['APP_CLIENT_ID', 'PLATFORM_URL'],
  ['APP_CLIENT_ID', 'APP_CLIENT_SECRET'],
  ['APP_CLIENT_SECRET', 'APP_CLIENT_ID'],
  ['PLUGIN_CLIENT_ID', 'PLATFORM_URL'],
  ['PLUGIN_CLIENT_ID', 'PLUGIN_CLIENT_SECRET'],
  ['PLUGIN_CLIENT_SECRET', 'PLUGIN_CLIENT_ID'],
  ['PLUGIN_CLIENT_SECRET_ALSO', 'PLUGIN_CLIENT_SECRET'],
  ['CURSOR_SECRET_ALSO', 'CURSOR_SECRET'],
  ['REDIS_TLS_CERT', 'REDIS_TLS_KEY'],
  ['REDIS_TLS_KEY', 'REDIS_TLS_CERT'],
];

/** Combinations of valid values that contradict each other. Invalid values are ignored here. */
function* contradictionsIn(config: Config, variables: EnvironmentReader) {
  const { production, host } = config;
  const isEmbedded = !config.hosts && !variables.isInvalid('PLATFORM_URL');
  if (isEmbedded && production) yield 'PLATFORM_URL is not set: production requires a real platform';
  else if (isEmbedded && !isLoopback(host))
    yield 'PLATFORM_URL is not set: the embedded platform runs on a loopback HOST only, such as 127.0.0.1';
  if (sharePort(config)) yield 'METRICS_PORT is the same as PORT: it needs a port of its own, such as 9464';
}

const KNOWN_NAMES: readonly string[] = [
  ...variableDocs.flatMap(({ name, fileName }) => (fileName === null ? [name] : [name, fileName])),
  ...Object.keys(CONFORMANCE_VARIABLES),
];

/** Whether each is on, by other variables where its own is not set. */
function readSwitches(variables: EnvironmentReader) {
  const development = !variables.production;
  const explorer = variables.read('EXPLORER') ?? development;
  return {
    INTROSPECTION: variables.read('INTROSPECTION') ?? development,
    EXPLORER: explorer,
    REFERENCE: variables.read('REFERENCE') ?? explorer,
  };
}

/** An app of the platform's sandbox calls the sandbox's addresses, and only those. Contract: What the service does. */
function readHosts(variables: EnvironmentReader) {
  const platform = variables.read('PLATFORM_URL');
  const push = variables.read('PLATFORM_PUSH_URL');
  const notes = variables.read('PLATFORM_NOTES_URL');
  return platform && { platform, notes, push: push ?? platform };
}

/** Programs in lower case read `http_proxy` alone: a request to a CGI program can set HTTP_PROXY. */
const PLAIN_PROXIES = ['HTTP_PROXY', 'http_proxy'];

function readProxy(variables: EnvironmentReader) {
  const [url, except] = [variables.read('HTTPS_PROXY'), variables.read('NO_PROXY')];
  const hosts = [
    variables.read('PLATFORM_URL'),
    variables.read('PLATFORM_NOTES_URL'),
    variables.read('PLATFORM_PUSH_URL'),
  ];
  const isPlain = hosts.some((host) => host?.protocol === 'http:' && !isLoopback(host.hostname));
  const ignored = variables.firstSet(PLAIN_PROXIES);
  if (isPlain && ignored !== undefined)
    variables.warnings.push(
      `${ignored} has no effect: a proxy would read the credentials of calls over plain HTTP; let the platform's addresses be https, with HTTPS_PROXY`,
    );
  else if (isPlain && variables.production)
    variables.warnings.push(
      'an address of the platform is http: credentials and data of users are not encrypted on the way; let it be https',
    );
  return url && { url, except };
}

function readSandboxState(variables: EnvironmentReader): string | null {
  const path = variables.read('SANDBOX_STATE');
  return path === 'none' ? null : path;
}

function readClient(variables: EnvironmentReader, owner: 'APP' | 'PLUGIN') {
  const clientId = variables.read(`${owner}_CLIENT_ID`);
  const clientSecret = variables.read(`${owner}_CLIENT_SECRET`);
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** Whether both servers would listen on the same port of the same address. */
function sharePort({ host, port, metrics }: ReturnType<typeof assemble>): boolean {
  const everywhere = ['0.0.0.0', '::'];
  return (
    metrics !== null &&
    metrics.port === port &&
    port !== 0 &&
    (metrics.host === host || everywhere.includes(host) || everywhere.includes(metrics.host))
  );
}

/** Pace of recurring platform calls. `budget`: calls per second of the whole fleet. */
const pace = (interval: number, longest: number, budget: number) => ({
  interval,
  maxInterval: Math.max(interval, longest),
  budget,
});

function readTrustedDocuments(variables: EnvironmentReader) {
  const path = variables.read('TRUSTED_DOCUMENTS');
  const mode = variables.read('TRUSTED_DOCUMENTS_MODE');
  if (mode === 'off') return null;
  if (path) return { path, mode: mode ?? 'enforce' };
  if (mode) variables.problems.add('TRUSTED_DOCUMENTS_MODE is set but TRUSTED_DOCUMENTS is not');
  return null;
}

/** No default in production: behind a proxy that is not trusted, all clients would share one rate limit. */
function readTrustedProxies(variables: EnvironmentReader) {
  if (variables.production && !variables.isSet('TRUST_PROXY'))
    variables.problems.add(
      'TRUST_PROXY is not set: production requires the addresses or ranges of your load balancers, such as 10.0.0.0/8, or none if clients connect directly',
    );
  return variables.read('TRUST_PROXY');
}

function readMetrics(variables: EnvironmentReader) {
  const port = variables.read('METRICS_PORT');
  const host = variables.read('METRICS_HOST');
  return port === null ? null : { host, port };
}

/** Source: OpenTelemetry, resource semantic conventions. */
function readResource(variables: EnvironmentReader) {
  const serviceName = variables.read('OTEL_SERVICE_NAME');
  return {
    'service.name': 'learning-platform-gateway',
    'service.version': buildVersion(VERSION, variables.read('BUILD_COMMIT')),
    'service.instance.id': `${hostname()}-${process.pid}`,
    ...variables.read('OTEL_RESOURCE_ATTRIBUTES'),
    ...(serviceName === null ? {} : { 'service.name': serviceName }),
  };
}

function readTracing(variables: EnvironmentReader) {
  const endpoint = variables.read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const settings = {
    headers: variables.read('OTEL_EXPORTER_OTLP_HEADERS'),
    sampler: variables.read('OTEL_TRACES_SAMPLER'),
    ratio: variables.read('OTEL_TRACES_SAMPLER_ARG'),
  };
  return variables.read('OTEL_SDK_DISABLED') ? null : endpoint && { endpoint, ...settings };
}

/** Addresses are secret because they may contain a password. */
function readRedis(variables: EnvironmentReader) {
  const urls = variables.read('REDIS_URL');
  if (urls.length === 0) {
    checkNoRedis(variables);
    return null;
  }
  const cluster = variables.read('REDIS_CLUSTER') ?? urls.length > 1;
  const sentinels = readSentinels(variables, urls, cluster);
  const tls = readRedisTls(variables, urls);
  const prefix = variables.read('REDIS_PREFIX');
  if (urls.length > 1 && !cluster)
    variables.problems.add(
      'REDIS_URL has several addresses but REDIS_CLUSTER is false: only a cluster has several',
    );
  return { urls: urls.map((url) => new Secret(url)), cluster, sentinels, tls, prefix };
}

/** Without Redis, no other variable of it has an effect, and production must state that it has none. */
function checkNoRedis(variables: EnvironmentReader): void {
  const isGiven = variables.isInvalid('REDIS_URL');
  const isNone = variables.isSet('REDIS_URL');
  if (variables.production && !isNone && !isGiven)
    variables.problems.add(
      'REDIS_URL is not set: production requires the address of Redis, or none if events may be lost when the process exits',
    );
  for (const { name } of variableDocs) {
    if (!name.startsWith('REDIS_') || name === 'REDIS_URL') continue;
    variables.read(name);
    if (variables.isSet(name) && !isGiven)
      variables.problems.add(`${name} is set but REDIS_URL is ${isNone ? 'none' : 'not'}`);
  }
}

function readSentinels(variables: EnvironmentReader, urls: readonly string[], cluster: boolean) {
  const addresses = variables.read('REDIS_SENTINELS');
  if (addresses.length === 0) return null;
  if (urls.length !== 1 || urls.some((url) => new URL(url).port !== ''))
    variables.problems.add(
      'REDIS_SENTINELS is set but REDIS_URL is not redis:// and the name of the master, without a port',
    );
  if (cluster)
    variables.problems.add('REDIS_SENTINELS and REDIS_CLUSTER are both set: a cluster has no Sentinels');
  return addresses.map((address) => new Secret(address));
}

function readRedisTls(variables: EnvironmentReader, urls: readonly string[]) {
  const [ca, cert, key] = [
    variables.read('REDIS_TLS_CA'),
    variables.read('REDIS_TLS_CERT'),
    variables.read('REDIS_TLS_KEY'),
  ];
  if ((ca || cert || key) && !urls.some((url) => url.startsWith('rediss:')))
    variables.problems.add(
      'REDIS_TLS_CA, REDIS_TLS_CERT or REDIS_TLS_KEY is set but REDIS_URL is not a rediss: address',
    );
  return { ca, cert, key };
}

/** Parses the environment and collects problems. An empty value counts as not set. */
class EnvironmentReader {
  readonly production: boolean;
  readonly #environment: Environment;
  readonly #given = new Map<VariableName, Given>();
  readonly problems = new Set<string>();
  /** Problems that do not prevent a start. */
  readonly warnings: string[] = [];
  readonly #invalid = new Set<VariableName>();

  constructor(environment: Environment) {
    this.#environment = environment;
    this.production = this.read('NODE_ENV') === 'production';
  }

  read<Name extends VariableName>(name: Name): SettingValues[Name] {
    const { kind, fallback } = TABLE[name];
    const { text, problem } = this.given(name);
    if (problem !== null) this.#refuse(name, problem);
    if (text === '' || problem !== null) return fallback;
    const value = kind.parse(text);
    if (value !== undefined) return value;
    this.#refuse(name, `${name} must be ${kind.expected}`);
    return fallback;
  }

  isSet(name: VariableName): boolean {
    return this.given(name).text !== '';
  }

  /** The first of these names that is set, of variables of other programs. */
  firstSet(names: readonly string[]): string | undefined {
    return names.find((name) => readValue(this.#environment, name, false).text !== '');
  }

  /** Whether a variable that was read has an invalid value. */
  isInvalid(name: VariableName): boolean {
    return this.#invalid.has(name);
  }

  /** The text of a variable that is set, or a placeholder. */
  shown(name: VariableName): string {
    const { kind } = TABLE[name];
    const { text, problem } = this.given(name);
    if (problem !== null || kind.parse(text) === undefined) return '[invalid]';
    return (kind.fromFile || kind.isSecret) && text !== 'none' ? String(new Secret(text)) : text;
  }

  given(name: VariableName): Given {
    const known = this.#given.get(name);
    if (known) return known;
    const { fromFile = false, isLowerCaseToo = false } = TABLE[name].kind;
    const lower = name.toLowerCase();
    const spelled = isLowerCaseToo && this.#environment[lower] !== undefined ? lower : name;
    const given = readValue(this.#environment, spelled, fromFile);
    this.#given.set(name, given);
    return given;
  }

  #refuse(name: VariableName, problem: string): void {
    if (this.#invalid.has(name)) return;
    this.#invalid.add(name);
    // OpenTelemetry's specification: invalid values are ignored, and never stop the service.
    if (name.startsWith('OTEL_')) this.warnings.push(`${problem}: it is ignored`);
    else this.problems.add(problem);
  }
}

/** The table, typed so that a variable's name determines the type of its value. */
const TABLE: { readonly [Name in VariableName]: Variable<SettingValues[Name]> } = VARIABLES;
