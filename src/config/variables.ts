import {
  address,
  bytes,
  choice,
  flag,
  identifier,
  identifierBase,
  identifiers,
  integer,
  milliseconds,
  optional,
  origins,
  proxies,
  redisAddresses,
  secret,
  share,
  sources,
  text,
  type Variable,
  variable,
} from './variable.ts';

const HOUR = 3_600_000;
const port = integer({ from: 0, to: 65_535 });

/**
 * Every variable that the gateway reads. `config/config.ts` can read no other, and the README, `.env.example` and
 * `--help` are printed from this table.
 */
export const VARIABLES = {
  HOST: variable(text, { fallback: '127.0.0.1', description: 'address to listen on' }),
  PORT: variable(port, { fallback: 4000, description: 'port to listen on; 0: any free port' }),
  WORKERS: variable(integer({ from: 1 }), {
    fallback: 1,
    description: 'processes that share the port, at best one per core; more than one requires `REDIS_URL`',
  }),
  PLATFORM_URL: optional(address, {
    fallbackInWords: 'the embedded platform',
    description:
      "the platform's address; the embedded platform runs on a loopback `HOST` only, never in production",
  }),
  PLATFORM_NOTES_URL: optional(address, {
    fallbackInWords: 'none',
    description:
      'address of the note routes; if it is missing and `PLATFORM_URL` is set, notes are `NOT_CONFIGURED`',
  }),
  PLATFORM_PUSH_URL: optional(address, {
    fallbackInWords: '`PLATFORM_URL`',
    description: 'address of the push notification routes',
  }),
  APP_CLIENT_ID: optional(text, {
    fallbackInWords: 'none',
    description: "the app's ID from the developer console",
  }),
  APP_CLIENT_SECRET: optional(secret, {
    fallbackInWords: 'none',
    description: "the app's secret from the developer console",
  }),
  APP_ENVIRONMENT: variable(choice(['production', 'sandbox']), {
    fallback: 'production',
    description: "`sandbox` for an app of the platform's sandbox, which requires the next two variables",
  }),
  PLATFORM_SANDBOX_URL: optional(address, {
    fallbackInWords: 'none',
    description: "address of the platform's sandbox",
  }),
  PLATFORM_PUSH_SANDBOX_URL: optional(address, {
    fallbackInWords: 'none',
    description: "address of the push routes of the platform's sandbox",
  }),
  PLUGIN_CLIENT_ID: optional(text, {
    fallbackInWords: 'none',
    description: "the plugin's ID from the developer console",
  }),
  PLUGIN_CLIENT_SECRET: optional(secret, {
    fallbackInWords: 'none',
    description: "the plugin's secret from the developer console",
  }),
  PLUGIN_SOURCES: variable(sources, {
    fallback: [],
    fallbackInWords: 'any',
    description: 'addresses or ranges (`10.0.0.0/8`) that may call the plugin endpoints, separated by commas',
  }),
  INTROSPECTION: optional(flag, {
    fallbackInWords: '`true` unless `NODE_ENV=production`',
    description: 'whether clients may introspect the schema',
  }),
  EXPLORER: optional(flag, {
    fallbackInWords: '`true` unless `NODE_ENV=production`',
    description: 'whether the explorer pages are served',
  }),
  FEDERATION: variable(flag, {
    fallback: false,
    description: 'whether the graph is served as a subgraph of Apollo Federation 2',
  }),
  CORS_ORIGINS: variable(origins, {
    fallback: [],
    fallbackInWords: "the gateway's own",
    description: 'origins whose pages may call the gateway, separated by commas',
  }),
  LIMIT_BODY: variable(bytes({ from: 1000 }), { fallback: 100_000, description: 'maximum request body' }),
  LIMIT_CONNECTIONS: variable(integer({ from: 1 }), {
    fallback: 20_000,
    description: 'maximum open connections',
  }),
  LIMIT_SOCKETS: variable(integer({ from: 1 }), {
    fallback: 100,
    description:
      'maximum sockets and event streams per caller and process; a caller is a session, else an address',
  }),
  LIMIT_RATE: variable(integer({ from: 0 }), {
    fallback: 1200,
    description:
      'maximum operations per user and minute; an address and the plugin may run 20 times as many; `0`: no limit',
  }),
  LIMIT_LAG: variable(milliseconds({ from: 10 }), {
    fallback: 500,
    description: 'event loop lag above which new operations get a 503 and readiness fails',
  }),
  TRUST_PROXY: variable(proxies, {
    fallback: [],
    fallbackInWords: 'none',
    description:
      'trusted proxies, whose `X-Forwarded-For` is believed: how many there are, or their addresses and ranges, also `loopback`, `linklocal`, `uniquelocal`',
  }),
  LIMIT_TOKENS: variable(integer({ from: 1 }), {
    fallback: 1500,
    description: 'maximum tokens per document',
  }),
  LIMIT_DEPTH: variable(integer({ from: 1 }), { fallback: 12, description: 'maximum depth of a document' }),
  LIMIT_ALIASES: variable(integer({ from: 0 }), {
    fallback: 30,
    description: 'maximum aliases per document',
  }),
  LIMIT_UPSTREAM_CALLS: variable(integer({ from: 1 }), {
    fallback: 250,
    description: 'maximum platform calls per operation',
  }),
  LIMIT_LIST_ESTIMATE: variable(integer({ from: 1 }), {
    fallback: 50,
    description: "items assumed for a list without `first` when an operation's platform calls are predicted",
  }),
  REQUEST_TIMEOUT: variable(milliseconds({ from: 100 }), {
    fallback: 30_000,
    description: 'time a client has to send a request; its headers have at most 10,000 of it',
  }),
  TRUSTED_DOCUMENTS: optional(text, {
    fallbackInWords: 'any document runs',
    description:
      "file with the documents that clients may send, as graphql-codegen's client preset writes it",
  }),
  TRUSTED_DOCUMENTS_MODE: optional(choice(['off', 'log', 'enforce']), {
    fallbackInWords: '`enforce` if there is a file',
    description:
      '`enforce` refuses other documents, `log` runs and logs them by hash and operation name, `off` ignores the file',
  }),
  PLATFORM_TIMEOUT: variable(milliseconds({ from: 1 }), {
    fallback: 5000,
    description: 'timeout of one platform call, from sending it to the end of its response',
  }),
  OPERATION_TIMEOUT: variable(milliseconds({ from: 1 }), {
    fallback: 10_000,
    description:
      'timeout of all platform calls of one operation together, and of each event of a subscription; not less than `PLATFORM_TIMEOUT`',
  }),
  PLATFORM_CONNECTIONS: variable(integer({ from: 1 }), {
    fallback: 128,
    description: 'maximum connections per platform host',
  }),
  PLATFORM_RESPONSE_LIMIT: variable(bytes({ from: 1000 }), {
    fallback: 8_000_000,
    description: 'maximum response of the platform',
  }),
  XAPI_HOME_PAGE: optional(identifier, {
    fallbackInWords: "the embedded platform's",
    description: "home page of the platform's accounts; without it xAPI statements are `NOT_CONFIGURED`",
  }),
  XAPI_BASE: optional(identifierBase, {
    fallbackInWords: "the embedded platform's",
    description: "prefix of the platform's object addresses; required for xAPI statements",
  }),
  XAPI_API_ID_BASE: optional(identifierBase, {
    fallbackInWords: "the embedded platform's",
    description: "prefix of the platform's extension addresses; required for xAPI statements",
  }),
  XAPI_VERBS: optional(identifiers, {
    fallbackInWords: 'any: only the platform checks them',
    description: 'IDs of the allowed verbs, separated by commas',
  }),
  REDIS_URL: variable(redisAddresses, {
    fallback: [],
    fallbackInWords: 'in memory',
    description: 'where events are stored: one Redis address, or one or several of a Redis Cluster',
  }),
  REDIS_CLUSTER: optional(flag, {
    fallbackInWords: '`true` if there are several addresses',
    description: 'whether `REDIS_URL` is a Redis Cluster',
  }),
  CURSOR_SECRET: optional(secret, {
    fallbackInWords: 'a key that the instances share',
    description: 'signs the cursors of event streams',
  }),
  EVENT_RETENTION: variable(milliseconds({ from: 1000 }), {
    fallback: 24 * HOUR,
    description: 'how long events are retained',
  }),
  ATO_RETENTION: optional(milliseconds({ from: 1000 }), {
    fallbackInWords: 'forever',
    description: 'how long an ATO request is retained after its last change',
  }),
  NOTIFICATION_POLL_INTERVAL: variable(milliseconds({ from: 100 }), {
    fallback: 5000,
    description: "how often a user's notifications are polled while a subscription is open",
  }),
  SESSION_CHECK_INTERVAL: variable(milliseconds({ from: 100 }), {
    fallback: 60_000,
    description: 'how often a session with open streams is revalidated',
  }),
  METRICS_PORT: optional(port, {
    fallbackInWords: 'none',
    description:
      'port of `/metrics`, apart from the graph; without it metrics are served beside the graph, and not at all in production',
  }),
  METRICS_HOST: variable(text, {
    fallback: '127.0.0.1',
    fallbackInWords: '`127.0.0.1`',
    description: 'address that `METRICS_PORT` listens on',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(address, {
    fallbackInWords: 'no traces',
    description: 'OpenTelemetry collector that receives traces, by OTLP over HTTP',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: optional(secret, {
    fallbackInWords: 'none',
    description: 'headers for the collector, for example `authorization=Basic …,x-tenant=school`',
  }),
  OTEL_SERVICE_NAME: variable(text, {
    fallback: 'learning-platform-gateway',
    description: 'service name in traces',
  }),
  // Source: OpenTelemetry, environment variable specification.
  OTEL_TRACES_SAMPLER: variable(
    choice([
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ]),
    { fallback: 'parentbased_always_on', description: "which traces are sampled, by OpenTelemetry's names" },
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(share, {
    fallback: 1,
    description: 'share of traces that the samplers by ratio keep, from 0 to 1',
  }),
  LOG_LEVEL: variable(choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']), {
    fallback: 'info',
    description: '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
  }),
} satisfies Record<string, Variable<unknown>>;

export type VariableName = keyof typeof VARIABLES;

/** The values of the variables, by name. */
export type VariableValues = {
  [Name in VariableName]: (typeof VARIABLES)[Name] extends Variable<infer Value> ? Value : never;
};

/** A variable as people read about it. */
export interface VariableDoc {
  readonly name: string;
  /** Markdown, with the unit. */
  readonly description: string;
  /** Markdown. */
  readonly fallback: string;
  /** The default as it would be set; null: it is in words. */
  readonly settable: string | null;
}

export const variableDocs: readonly VariableDoc[] = Object.entries<Variable<unknown>>(VARIABLES).map(
  ([name, { kind, fallback, fallbackInWords, description }]) => ({
    name,
    description: kind.unit ? `${description} (${kind.unit})` : description,
    fallback: fallbackInWords ?? `\`${fallback}\``,
    settable: fallbackInWords === undefined ? String(fallback) : null,
  }),
);
