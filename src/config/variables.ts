/** An environment variable as operators see it. */
export interface Variable {
  /** The default: a value as it would be set, or a description ({@link inWords}). */
  readonly fallback: string;
  readonly meaning: string;
  /** Set if `fallback` is a description and not a value. */
  readonly inWords?: true;
}

const value = (fallback: string | number | boolean, meaning: string): Variable => ({
  fallback: String(fallback),
  meaning,
});
const words = (fallback: string, meaning: string): Variable => ({ fallback, meaning, inWords: true });

/** Every variable the gateway reads; `config/config.ts` can read no others. The documentation is generated from it. */
export const VARIABLES = {
  HOST: value('127.0.0.1', 'address to listen on'),
  PORT: value(4000, 'port to listen on; `0`: any free one'),
  WORKERS: value(
    1,
    'processes that serve the port, ideally one per core; more than one requires `REDIS_URL`',
  ),
  PLATFORM_URL: words(
    'the embedded platform',
    "the platform's address; the embedded one runs only on a loopback `HOST` and never in production",
  ),
  PLATFORM_NOTES_URL: words(
    'none',
    'address of the notes routes; if unset while `PLATFORM_URL` is set, notes are `NOT_CONFIGURED`',
  ),
  PLATFORM_PUSH_URL: words('`PLATFORM_URL`', 'address of the push notification routes'),
  APP_CLIENT_ID: words('none', "the app's client ID from the developer console"),
  APP_CLIENT_SECRET: words('none', "the app's client secret from the developer console"),
  APP_ENVIRONMENT: value(
    'production',
    "`sandbox` for an app of the platform's sandbox, which requires the next two variables",
  ),
  PLATFORM_SANDBOX_URL: words('none', "address of the platform's sandbox"),
  PLATFORM_PUSH_SANDBOX_URL: words('none', "address of the push routes of the platform's sandbox"),
  PLUGIN_CLIENT_ID: words('none', "the plugin's client ID from the developer console"),
  PLUGIN_CLIENT_SECRET: words('none', "the plugin's client secret from the developer console"),
  PLUGIN_SOURCES: words(
    'any',
    'addresses or ranges, such as `10.0.0.0/8`, that may call the plugin endpoints',
  ),
  INTROSPECTION: words('`true` unless `NODE_ENV=production`', 'whether clients may introspect the schema'),
  EXPLORER: words('`true` unless `NODE_ENV=production`', 'whether the explorer pages are served'),
  FEDERATION: value(false, 'whether the graph is served as a subgraph of Apollo Federation 2'),
  CORS_ORIGINS: words("the gateway's own", 'origins whose pages may call the gateway, comma-separated'),
  LIMIT_BODY: value(100_000, 'largest request body'),
  LIMIT_CONNECTIONS: value(20_000, 'maximum open connections'),
  LIMIT_SOCKETS: value(
    100,
    'sockets and event streams per caller and process; a caller is a session, otherwise an address',
  ),
  LIMIT_RATE: value(
    1200,
    'operations per user and minute; an address or the plugin gets 20 times as many; `0`: no limit',
  ),
  LIMIT_LAG: value(500, 'event loop delay beyond which new operations get 503 and readiness fails'),
  TRUST_PROXY: words(
    'none',
    'trusted proxies, whose `X-Forwarded-For` is believed: their number, or their addresses and ranges, including `loopback`, `linklocal`, `uniquelocal`',
  ),
  LIMIT_TOKENS: value(1500, 'maximum tokens per document'),
  LIMIT_DEPTH: value(12, 'maximum nesting depth of a document'),
  LIMIT_ALIASES: value(30, 'maximum aliases per document'),
  LIMIT_UPSTREAM_CALLS: value(250, 'maximum platform calls per operation'),
  LIMIT_LIST_ESTIMATE: value(50, 'assumed length of a list without `first` when predicting calls'),
  REQUEST_TIMEOUT: value(
    30_000,
    'time for a client to send a request, of which at most 10,000 for its headers',
  ),
  TRUSTED_DOCUMENTS: words(
    'any document runs',
    "file with the documents that clients may send, as written by graphql-codegen's client preset",
  ),
  TRUSTED_DOCUMENTS_MODE: words(
    '`enforce` if there is a file',
    '`enforce` refuses other documents, `log` runs and logs them by hash and operation name, `off` ignores the file',
  ),
  PLATFORM_TIMEOUT: value(5000, 'timeout of a platform call, including reading the response'),
  OPERATION_TIMEOUT: value(
    10_000,
    'deadline for all platform calls of an operation, or of one event of a subscription; at least `PLATFORM_TIMEOUT`',
  ),
  PLATFORM_CONNECTIONS: value(128, 'sockets per platform host'),
  PLATFORM_RESPONSE_LIMIT: value(8_000_000, 'largest platform response that is read'),
  XAPI_HOME_PAGE: words(
    "the embedded platform's",
    "home page of the platform's accounts; if unset, xAPI statements are `NOT_CONFIGURED`",
  ),
  XAPI_BASE: words("the embedded platform's", "base of the platform's object addresses; if unset, as above"),
  XAPI_API_ID_BASE: words(
    "the embedded platform's",
    "base of the platform's extension addresses; if unset, as above",
  ),
  XAPI_VERBS: words('checked by the platform only', 'IDs of the allowed verbs, comma-separated'),
  REDIS_URL: words(
    'in memory',
    'event store: the address of a Redis, or one or more addresses of a Redis Cluster, comma-separated',
  ),
  REDIS_CLUSTER: words('`true` if there are several addresses', 'whether it is a Redis Cluster'),
  CURSOR_SECRET: words('a random key shared through Redis', 'secret that signs stream cursors'),
  EVENT_RETENTION: value(86_400_000, 'how long events are retained'),
  ATO_RETENTION: words('forever', 'how long an ATO request is retained after its last change'),
  NOTIFICATION_POLL_INTERVAL: value(
    5000,
    "interval between polls of a user's notifications while a stream is open",
  ),
  SESSION_CHECK_INTERVAL: value(60_000, 'how often a session with open streams is revalidated'),
  METRICS_PORT: words(
    'none',
    'separate port for `/metrics`; if unset, metrics are on `PORT`, and in production not served',
  ),
  METRICS_HOST: words('`127.0.0.1`', 'address that `METRICS_PORT` listens on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: words('no traces', 'OpenTelemetry collector for traces, by OTLP over HTTP'),
  OTEL_EXPORTER_OTLP_HEADERS: words('none', 'headers for the collector, such as `authorization=Basic …`'),
  OTEL_SERVICE_NAME: value('learning-platform-gateway', 'service name in traces'),
  OTEL_TRACES_SAMPLER: value('parentbased_always_on', "sampler, by OpenTelemetry's names"),
  OTEL_TRACES_SAMPLER_ARG: value(1, 'sampling ratio from 0 to 1, for the ratio samplers'),
  LOG_LEVEL: value('info', 'log level: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'),
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
