import {
  address,
  choice,
  flag,
  hosts,
  identifier,
  identifierBase,
  integer,
  listenHost,
  lowerCaseToo,
  milliseconds,
  namePrefix,
  optional,
  origins,
  pemFile,
  proxies,
  proxyAddress,
  redisAddresses,
  resourceAttributes,
  secret,
  serverAddresses,
  share,
  text,
  type Variable,
  variable,
} from './variable.ts';

const HOUR = 3_600_000;
const port = integer({ from: 0, to: 65_535 });

/**
 * Every variable that the gateway reads. `config/config.ts` can read no others; `docs/configuration.md`, `.env.example`
 * and `--help` come from this table.
 */
export const VARIABLES = {
  NODE_ENV: optional(
    choice(['production', 'development', 'test']),
    '`production` turns off development aids: introspection, pages, requests from any local page, the embedded platform',
    'not `production`',
  ),
  HOST: variable(listenHost, '127.0.0.1', 'address to listen on'),
  PORT: variable(port, 4000, 'port to listen on; 0: any free port'),
  PLATFORM_URL: optional(
    address,
    "the platform's address; the embedded platform runs on a loopback `HOST` only, never in production",
    'the embedded platform',
  ),
  SANDBOX_STATE: variable(
    text,
    '.data/sandbox',
    "file with the embedded platform's addresses, sessions and data; `none`: nothing is stored; `npm start -- --fresh` discards them",
  ),
  PLATFORM_NOTES_URL: optional(
    address,
    "address of the note routes; without it, a real platform's notes are `NOT_CONFIGURED`",
  ),
  PLATFORM_PUSH_URL: optional(address, 'address of the push notification routes', '`PLATFORM_URL`'),
  HTTPS_PROXY: optional(
    proxyAddress,
    "HTTP proxy for calls of the platform's `https` hosts, by CONNECT; also `https_proxy`",
  ),
  NO_PROXY: variable(
    lowerCaseToo(text),
    '',
    'hosts without the proxy, separated by commas, such as `.internal.example`; also `no_proxy`',
    'none',
  ),
  APP_CLIENT_ID: optional(text, "the app's ID from the developer console"),
  APP_CLIENT_SECRET: optional(secret, "the app's secret from the developer console"),
  PLUGIN_CLIENT_ID: optional(text, "the plugin's ID from the developer console"),
  PLUGIN_CLIENT_SECRET: optional(secret, "the plugin's secret from the developer console"),
  PLUGIN_CLIENT_SECRET_ALSO: optional(
    secret,
    'another secret that calls with the plugin credential may use, while the secret is rotated',
  ),
  INTROSPECTION: optional(
    flag,
    'whether clients may introspect the schema',
    '`true` unless `NODE_ENV=production`',
  ),
  EXPLORER: optional(flag, 'whether the explorer pages are served', '`true` unless `NODE_ENV=production`'),
  REFERENCE: optional(
    flag,
    'whether the reference of the graph is served: pages, SDL, Markdown and `llms.txt`',
    'as `EXPLORER`',
  ),
  EXPLORER_HOSTS: variable(
    hosts,
    [],
    'further accepted host names of a gateway in development, separated by commas; its pages with demo credentials are served there too',
    'loopback hosts only',
  ),
  FEDERATION: variable(flag, false, 'whether the graph is served as a subgraph of Apollo Federation 2'),
  EXECUTOR: variable(
    choice(['compiled', 'graphql-js']),
    'compiled',
    "`compiled`: the gateway's; `graphql-js`: the reference implementation, several times slower",
  ),
  CORS_ORIGINS: variable(
    origins,
    [],
    'origins whose pages may call the gateway, separated by commas',
    "the gateway's own; outside production also every origin on loopback and the hosted Apollo Sandbox",
  ),
  LIMIT_CONNECTIONS: variable(
    integer({ from: 1 }),
    20_000,
    'maximum open connections; those of one address at most a quarter, unless it is a trusted proxy; a quarter as many may be streams',
  ),
  LIMIT_RATE: variable(
    integer({ from: 0 }),
    1200,
    'operations per user and minute, with their platform calls and bytes; `0`: no limit',
  ),
  TRUST_PROXY: variable(
    proxies,
    [],
    'trusted proxies, whose `X-Forwarded-For` is believed: `none`, or their addresses and ranges separated by commas, also `loopback`, `linklocal`, `uniquelocal`',
    'none; must be set in production',
  ),
  TRUSTED_DOCUMENTS: optional(
    text,
    "file of the documents that clients may send, as written by graphql-codegen's client preset",
    'any document runs',
  ),
  TRUSTED_DOCUMENTS_MODE: optional(
    choice(['off', 'log', 'enforce']),
    '`enforce` refuses other documents, `log` runs and logs them by hash and operation name, `off` ignores the file',
    '`enforce` if there is a file',
  ),
  PLATFORM_SHAPES: optional(
    text,
    'JSON file with the shapes of responses that differ from the contract, by route: [`docs/first-contact.md`](first-contact.md)',
  ),
  PLATFORM_TIMEOUT: variable(
    milliseconds({ from: 100 }),
    5000,
    'timeout of one platform call to the end of its response, including its time in the queue and its retries',
  ),
  PLATFORM_CONNECTIONS: variable(
    integer({ from: 1 }),
    128,
    'maximum connections per platform host, each for one call at a time',
  ),
  XAPI_HOME_PAGE: optional(
    identifier,
    "home page of the platform's accounts; without it xAPI statements are `NOT_CONFIGURED`",
    "the embedded platform's; none with another one",
  ),
  XAPI_BASE: optional(
    identifierBase,
    "prefix of the platform's object addresses; required for xAPI statements",
    "the embedded platform's",
  ),
  XAPI_API_ID_BASE: optional(
    identifierBase,
    "prefix of the platform's extension addresses; required for xAPI statements",
    "the embedded platform's",
  ),
  REDIS_URL: variable(
    redisAddresses,
    [],
    'address of Redis, several of a Redis Cluster, or `redis://` and the name of the master with `REDIS_SENTINELS`; `none`: events are in memory',
    'in memory; must be set in production',
  ),
  REDIS_CLUSTER: optional(
    flag,
    'whether `REDIS_URL` is a Redis Cluster',
    '`true` if there are several addresses',
  ),
  REDIS_SENTINELS: variable(
    serverAddresses,
    [],
    'Sentinels of the master, as `host:port`, separated by commas; the first may have `user:password@`',
    'none',
  ),
  REDIS_TLS_CA: optional(
    pemFile,
    'file of the certificate authorities that are trusted for `rediss:` addresses',
    "the system's authorities",
  ),
  REDIS_TLS_CERT: optional(pemFile, 'file of the client certificate for `rediss:` addresses'),
  REDIS_TLS_KEY: optional(pemFile, 'file of the private key of `REDIS_TLS_CERT`'),
  REDIS_PREFIX: variable(
    namePrefix,
    '',
    'prefix of every key and channel in Redis: fleets with different ones can share a Redis',
    'none',
  ),
  CURSOR_SECRET: optional(
    secret,
    'signs the cursors of event streams',
    'a generated key that the instances share',
  ),
  CURSOR_SECRET_ALSO: optional(
    secret,
    'another secret whose cursors are accepted, while `CURSOR_SECRET` is rotated',
  ),
  EVENT_RETENTION: variable(milliseconds({ from: 600_000 }), 24 * HOUR, 'how long events are retained'),
  ATO_RETENTION: variable(
    milliseconds({ from: 600_000 }),
    180 * 24 * HOUR,
    'how long an ATO request is retained after its last change',
  ),
  NOTIFICATION_POLL_INTERVAL: variable(
    milliseconds({ from: 100 }),
    5000,
    "how often a user's notifications are polled while a subscription is open",
  ),
  NOTIFICATION_POLL_BUDGET: variable(
    integer({ from: 1 }),
    200,
    'platform calls per second for polls, of all instances together; when more polls are due, all users are polled less often',
  ),
  SESSION_CHECK_BUDGET: variable(
    integer({ from: 1 }),
    100,
    'platform calls per second to revalidate sessions, of all instances together; when more checks are due, all sessions are checked less often',
  ),
  METRICS_PORT: optional(
    port,
    'separate port for `/metrics` and `/health/*`, outside `LIMIT_CONNECTIONS`; without it, metrics and `/health/dependencies` are served on `PORT`, but not in production',
  ),
  METRICS_HOST: variable(
    listenHost,
    '127.0.0.1',
    "address that `METRICS_PORT` listens on; probes from outside the host, such as Kubernetes', need `0.0.0.0` or `::`",
    '`127.0.0.1`',
  ),
  OTEL_SDK_DISABLED: variable(flag, false, 'whether tracing is off, regardless of other variables'),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(
    address,
    'OpenTelemetry collector for traces (OTLP over HTTP)',
    'no traces',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: optional(
    secret,
    'headers for the collector, for example `authorization=Basic …,x-tenant=school`',
  ),
  OTEL_SERVICE_NAME: optional(
    text,
    'service name in traces',
    '`service.name` in `OTEL_RESOURCE_ATTRIBUTES`, else `learning-platform-gateway`',
  ),
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
    'parentbased_always_on',
    "which traces are sampled, by OpenTelemetry's names",
  ),
  OTEL_TRACES_SAMPLER_ARG: variable(
    share,
    1,
    'fraction of traces that ratio-based samplers keep, from 0 to 1',
  ),
  OTEL_RESOURCE_ATTRIBUTES: variable(
    resourceAttributes,
    {},
    'attributes of the service in traces, such as `deployment.environment.name=production,service.namespace=school`',
    'none',
  ),
  BUILD_COMMIT: optional(
    text,
    'commit that the image was built from, for `gateway_build_info` and the version between two releases',
  ),
  LOG_LEVEL: variable(
    choice(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    'info',
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`',
  ),
} satisfies Record<string, Variable<unknown>>;

/** Variables that each operator should decide; the defaults of the others suit a gateway on the internet. */
const ESSENTIAL: ReadonlySet<string> = new Set<VariableName>([
  'NODE_ENV',
  'HOST',
  'PORT',
  'PLATFORM_URL',
  'PLATFORM_NOTES_URL',
  'APP_CLIENT_ID',
  'APP_CLIENT_SECRET',
  'PLUGIN_CLIENT_ID',
  'PLUGIN_CLIENT_SECRET',
  'CORS_ORIGINS',
  'TRUST_PROXY',
  'REDIS_URL',
  'CURSOR_SECRET',
  'METRICS_PORT',
  'LOG_LEVEL',
]);

export type VariableName = keyof typeof VARIABLES;

/** The values of the variables, by name. */
export type SettingValues = {
  [Name in VariableName]: (typeof VARIABLES)[Name] extends Variable<infer Value> ? Value : never;
};

/** Documentation of a variable. */
export type VariableDoc = (typeof variableDocs)[number];

const isVariableName = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name);

export const variableDocs = Object.keys(VARIABLES)
  .filter(isVariableName)
  .map((name) => {
    const { kind, fallback, fallbackInWords, description }: Variable<unknown> = VARIABLES[name];
    return {
      name,
      /** Whether each operator should decide it. */
      isEssential: ESSENTIAL.has(name),
      /** Markdown, with the unit. */
      description: `${description}${kind.unit ? ` (${kind.unit})` : ''}${kind.fromFile ? `; or a file in \`${name}_FILE\`` : ''}`,
      /** Markdown. */
      fallback: fallbackInWords ?? `\`${fallback}\``,
      /** The default as a text to set. Null: `fallback` describes it in words. */
      settable: fallbackInWords === null ? String(fallback) : null,
      /** Name of the variable for a file that contains the value. Null: none. */
      fileName: kind.fromFile ? `${name}_FILE` : null,
    };
  });
