/** A variable of the environment, told to whoever sets it. */
export interface Variable {
  /** What holds where it is not set: a value in the form that it would be set in, else in words. */
  readonly fallback: string;
  readonly meaning: string;
  /** Whether `fallback` is in words: it is no value that the variable takes. */
  readonly inWords?: true;
}

const value = (fallback: string | number | boolean, meaning: string): Variable => ({
  fallback: String(fallback),
  meaning,
});
const words = (fallback: string, meaning: string): Variable => ({ fallback, meaning, inWords: true });

/** Every variable that the gateway reads: `config/config.ts` can read no other, and all that lists them is made from this. */
export const VARIABLES = {
  HOST: value('127.0.0.1', 'where to listen'),
  PORT: value(4000, 'the port to listen on; 0: any free one'),
  WORKERS: value(1, 'processes that answer on the port, at best one a core; more than one needs `REDIS_URL`'),
  PLATFORM_URL: words(
    'the embedded platform',
    "the platform's address; the embedded one runs on a loopback `HOST` only, never in production",
  ),
  PLATFORM_NOTES_URL: words(
    'none',
    'the address of the notes routes; without it, beside a set `PLATFORM_URL`, notes are `NOT_CONFIGURED`',
  ),
  PLATFORM_PUSH_URL: words('`PLATFORM_URL`', 'the address of the push notification routes'),
  APP_CLIENT_ID: words('none', "the app's id from the developer console"),
  APP_CLIENT_SECRET: words('none', "the app's secret from the developer console"),
  APP_ENVIRONMENT: value(
    'production',
    "`sandbox` for an app of the platform's sandbox, which then needs the two below",
  ),
  PLATFORM_SANDBOX_URL: words('none', "the address of the platform's sandbox"),
  PLATFORM_PUSH_SANDBOX_URL: words('none', "the address of the push routes of the platform's sandbox"),
  PLUGIN_CLIENT_ID: words('none', "the plugin's id from the developer console"),
  PLUGIN_CLIENT_SECRET: words('none', "the plugin's secret from the developer console"),
  PLUGIN_SOURCES: words('any', 'addresses or ranges, as in `10.0.0.0/8`, that may call the plugin endpoints'),
  INTROSPECTION: words('`true` unless `NODE_ENV=production`', 'whether clients may read the schema'),
  EXPLORER: words('`true` unless `NODE_ENV=production`', 'whether there are pages to explore the graph'),
  FEDERATION: value(false, 'whether the graph is served as a subgraph of Apollo Federation 2'),
  CORS_ORIGINS: words("the gateway's own", 'origins whose pages may use the gateway, with commas'),
  LIMIT_BODY: value(100_000, 'largest request body'),
  LIMIT_CONNECTIONS: value(20_000, 'connections that may be open at a time'),
  LIMIT_SOCKETS: value(
    100,
    'sockets and event streams that one caller may hold at a time in one process; a caller is a session, else an address',
  ),
  LIMIT_RATE: value(
    1200,
    'operations that a user may begin in a minute; an address, or the plugin, 20 times as many; `0`: no limit',
  ),
  LIMIT_LAG: value(
    500,
    'how late the event loop may be before new operations are answered with 503 and readiness fails',
  ),
  TRUST_PROXY: words(
    'none',
    'what stands before the gateway and sets `X-Forwarded-For`: how many proxies, or their addresses and ranges, also `loopback`, `linklocal`, `uniquelocal`',
  ),
  LIMIT_TOKENS: value(1500, 'how many tokens a document may have'),
  LIMIT_DEPTH: value(12, 'how deep a document may nest'),
  LIMIT_ALIASES: value(30, 'how many aliases a document may have'),
  LIMIT_UPSTREAM_CALLS: value(250, 'calls to the platform that one operation may come to'),
  LIMIT_LIST_ESTIMATE: value(50, 'rows assumed for a list without `first` when the calls are predicted'),
  REQUEST_TIMEOUT: value(
    30_000,
    'how long a client may take to send a request, its headers at most 10,000 of it',
  ),
  TRUSTED_DOCUMENTS: words(
    'any document runs',
    "the file with the documents that clients may send, as graphql-codegen's client preset writes it",
  ),
  TRUSTED_DOCUMENTS_MODE: words(
    '`enforce` where there is a file',
    '`enforce` refuses other documents, `log` runs and logs them by hash and operation name, `off` ignores the file',
  ),
  PLATFORM_TIMEOUT: value(5000, 'from sending a call to the end of its answer'),
  OPERATION_TIMEOUT: value(
    10_000,
    'what all calls of one operation to the platform may take together, and of each event of a subscription; not less than `PLATFORM_TIMEOUT`',
  ),
  PLATFORM_CONNECTIONS: value(128, 'sockets per platform host'),
  PLATFORM_RESPONSE_LIMIT: value(8_000_000, 'largest answer of the platform that is read'),
  XAPI_HOME_PAGE: words(
    "the embedded platform's",
    "the home page of the platform's accounts; without it xAPI statements are `NOT_CONFIGURED`",
  ),
  XAPI_BASE: words("the embedded platform's", "where the platform's object addresses start; as above"),
  XAPI_API_ID_BASE: words(
    "the embedded platform's",
    "where the platform's extension addresses start; as above",
  ),
  XAPI_VERBS: words('the platform alone checks', 'ids of the verbs that are allowed, with commas'),
  REDIS_URL: words(
    'in memory',
    'where events are kept: one address of Redis, or one or several of a Redis Cluster',
  ),
  REDIS_CLUSTER: words('`true` where there are several addresses', 'whether it is a Redis Cluster'),
  CURSOR_SECRET: words('a key that the instances share', 'signs the cursors of streams'),
  EVENT_RETENTION: value(86_400_000, 'how long events are kept'),
  ATO_RETENTION: words('for ever', 'how long an ATO request is kept after its last change'),
  NOTIFICATION_POLL_INTERVAL: value(5000, "between looks at a user's notifications, while somebody listens"),
  SESSION_CHECK_INTERVAL: value(60_000, 'between checks of a session that streams are open under'),
  METRICS_PORT: words(
    'none',
    'where Prometheus finds `/metrics`, apart from the graph; without it they are beside the graph, and in production nowhere',
  ),
  METRICS_HOST: words('`127.0.0.1`', 'the address that `METRICS_PORT` is on'),
  OTEL_EXPORTER_OTLP_ENDPOINT: words(
    'no traces',
    'the OpenTelemetry collector that traces are sent to, by OTLP over HTTP',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: words('none', 'headers for the collector, as in `authorization=Basic …`'),
  OTEL_SERVICE_NAME: value('learning-platform-gateway', 'the name that traces go by'),
  OTEL_TRACES_SAMPLER: value('parentbased_always_on', "which traces are kept, by OpenTelemetry's names"),
  OTEL_TRACES_SAMPLER_ARG: value(1, 'the share of them, from 0 to 1, for the samplers by ratio'),
  LOG_LEVEL: value('info', '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`'),
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof VARIABLES;
