/** A room of `src/`: a folder, or `main.ts`. A package of `packages/` is one as well. */
export interface Room {
  name: string;
  /** Its contents, for the map of `ARCHITECTURE.md`. */
  holds: string;
  /** The rooms, or files and folders of rooms, that it may import. */
  imports: readonly string[];
}

/**
 * The rooms from the top down. `npm run architecture:print` generates the map and the tables of
 * `ARCHITECTURE.md` from here, so that they cannot disagree.
 */
export const ROOMS: readonly Room[] = [
  {
    name: 'main.ts',
    holds:
      'process entry: config → app → listen → signals; start.js, run by npm start, refuses an old Node.js and reads .env',
    imports: ['app', 'cli', 'config', 'telemetry'],
  },
  {
    name: 'cli',
    holds:
      'commands: --help, --check-config, --doctor, explain, conformance, erase, printing of generated files',
    imports: [
      'app/file-descriptors.ts',
      'app/reference-source.ts',
      'config',
      'domains',
      'events/redis/checks.ts',
      'events/redis/erasure.ts',
      'events/redis/requirements.ts',
      'graph/printed-schema.ts',
      'lib/clock.ts',
      'operations',
      'platform/clock-offset.ts',
      'packages/explorer',
      'packages/platform-kit/conformance',
      'packages/platform-kit/contract',
    ],
  },
  {
    name: 'app',
    holds: 'composition root: constructs and connects everything; the only room that picks implementations',
    imports: [
      'admission',
      'config',
      'domains',
      'events',
      'graph',
      'lib',
      'operations',
      'platform',
      'plugin',
      'telemetry',
      'transports',
      'packages/explorer',
      'packages/platform-kit/sandbox',
      'packages/projection',
    ],
  },
  {
    name: 'plugin',
    holds: 'endpoints that the platform calls: ATO requests, mission planner searches',
    imports: ['admission', 'graph', 'lib', 'operations', 'telemetry', 'transports/http'],
  },
  {
    name: 'transports',
    holds: 'http/, sse/, websocket/: bytes to requests, responses to bytes',
    imports: ['admission', 'graph', 'lib', 'operations', 'telemetry'],
  },
  {
    name: 'admission',
    holds: 'rate limits, connection limits, load shedding, client addresses, sessions',
    imports: ['events/shared-rates.ts', 'graph', 'lib'],
  },
  {
    name: 'operations',
    holds:
      'runs operations: input/, what clients send; documents/, parsed and validated; limits/; execution/; streams/, of subscriptions; results/, as clients see them; reports/: log lines, counts',
    imports: ['admission', 'domains/context.ts', 'graph', 'lib', 'platform', 'packages/projection'],
  },
  {
    name: 'domains',
    holds:
      'the graph: <noun>/ with resolvers and their costs, loaders, writes, streams; schema.ts and context.ts combine them',
    imports: ['events', 'generated', 'graph', 'lib', 'platform'],
  },
  {
    name: 'telemetry',
    holds: 'log, metrics, traces',
    imports: [
      'admission/refusal-observer.ts',
      'config/config.ts',
      'events/keyed-writes.ts',
      'events/log.ts',
      'events/observed-log.ts',
      'graph',
      'lib',
      'operations/reports/observers.ts',
      'operations/reports/operation-log.ts',
      'operations/reports/operation-trace.ts',
      'platform/call.ts',
      'platform/platform-observer.ts',
    ],
  },
  {
    name: 'config',
    holds: 'environment → typed, frozen Config; the table of variables; secrets that cannot be printed',
    imports: ['lib', 'platform/client.ts', 'packages/platform-kit/conformance/variables.ts'],
  },
  {
    name: 'platform',
    holds: 'client of the REST API; routes/<noun>.ts declares every route once',
    imports: ['graph', 'lib', 'packages/projection'],
  },
  {
    name: 'events',
    holds:
      'event log, readers, cursors, topic streams, seals; redis/ and memory/, its stores; independent of the nouns',
    imports: ['graph', 'lib'],
  },
  {
    name: 'graph',
    holds: 'vocabulary of the graph, without I/O: error codes, connections, loaders, cost rules, scalars',
    imports: ['lib'],
  },
  { name: 'lib', holds: 'code independent of GraphQL: the clock, queues, pacing, cancellation', imports: [] },
  {
    name: 'generated',
    holds: 'resolver types from the SDL; committed, never edited',
    imports: ['domains', 'events', 'graph', 'platform'],
  },
];

/**
 * The packages, each imported by its name. None imports `src/` but the one that is an entry beside `main.ts`; the client contains
 * the one part that it imports.
 */
export const WORKSPACES: readonly Room[] = [
  {
    name: 'packages/client',
    holds: 'for front ends: sign-in, resumable streams, cache rules',
    imports: ['packages/resumable-subscriptions/client'],
  },
  {
    name: 'packages/platform-kit',
    holds:
      'the platform: contract/, the REST contract as data; documents/, its page and OpenAPI document; sandbox/, the embedded platform; conformance/, the comparison of a platform with the contract',
    imports: [],
  },
  {
    name: 'packages/resumable-subscriptions',
    holds:
      'guarantees of event streams: gap/, the specification; src/, the command that checks any server; client/, which resumes; reference/, a small server',
    imports: [],
  },
  {
    name: 'packages/explorer',
    holds:
      'the explorer pages and the start page; reference/: a page per type and field, also as files and Markdown',
    imports: [],
  },
  {
    name: 'packages/mcp',
    holds:
      'tools for coding agents, over the Model Context Protocol: the reference, and a gateway on the embedded platform; nothing imports it',
    imports: [
      'app/app.ts',
      'app/demo.ts',
      'app/reference-source.ts',
      'config',
      'domains/schema.ts',
      'graph',
      'lib',
      'operations',
      'telemetry/log.ts',
      'packages/explorer/reference',
    ],
  },
  {
    name: 'packages/projection',
    holds:
      'copies row members out of unparsed platform responses; assembly/: its WebAssembly module, in AssemblyScript',
    imports: [],
  },
];

/** The folders beside `src/` and `packages/`, for the map. */
export const FOLDERS: readonly (readonly [name: string, holds: string])[] = [
  ['schema', 'SDL, one file per noun'],
  ['test', '<noun>.test.ts over real HTTP, and one folder per concern (docs/testing.md)'],
  ['bench', 'comparison with other servers, with its own packages'],
  ['examples', 'small apps on the client package, one per stack; web/ is a complete front end'],
  ['deploy', 'image, Compose, Kubernetes, nginx, HAProxy, dashboard, alerts, runbook'],
  ['docs', 'reference pages and decisions'],
];

/** What reads the time of the machine, or sets its timers. */
export const REAL_TIME =
  /(?<![.\w])(?:set|clear)(?:Timeout|Interval|Immediate)\(|\bperformance\.now\b|\bDate\.now\b|\bnew Date\(\)|\btimers\/promises\b|\bAbortSignal\.timeout\(/;

/** The rooms and files that may; everything else takes a `Clock`, so that tests and simulations can advance its time. */
export const ON_REAL_TIME: readonly (readonly [place: string, reason: string])[] = [
  ['lib/clock.ts', 'it is the clock of the machine'],
  ['cli', 'commands that run in a terminal'],
  ['packages/platform-kit', 'the platform'],
  ['packages/mcp', 'agents wait for it'],
  ['packages/resumable-subscriptions', 'a client that waits for real servers'],
  ['telemetry/log.ts', 'the log of the process, which is there before any gateway and after it'],
  ['telemetry/log-output.ts', 'the same'],
];

/** The files that choose the clock of the machine for what they start. */
export const ON_SYSTEM_CLOCK: readonly string[] = [
  'app/app.ts',
  'cli/doctor/redis-checks.ts',
  'cli/erase.ts',
  'lib/clock.ts',
];

/** Packages that only certain files may import. */
export const PACKAGES: readonly (readonly [name: string, files: RegExp, text: string])[] = [
  ['undici', /^platform\/transport\.ts$/, 'platform/transport.ts'],
  [
    'ioredis',
    /^events\/redis\/|^packages\/resumable-subscriptions\/reference\//,
    'events/redis/, packages/resumable-subscriptions/reference/',
  ],
  ['rate-limiter-flexible', /^events\/redis\/rates\.ts$/, 'events/redis/rates.ts'],
  ['proxy-addr', /^admission\/client-address\.ts$/, 'admission/client-address.ts'],
  ['uqr', /^packages\/platform-kit\/sandbox\//, 'packages/platform-kit/sandbox/qr-code.ts'],
  ['@apollo/server', /^operations\/documents\/apollo\.ts$/, 'operations/documents/apollo.ts'],
  ['@prometheus-io/client', /^telemetry\//, 'telemetry/'],
  ['marked', /^packages\/explorer\/reference\/prose\.ts$/, 'packages/explorer/reference/prose.ts'],
  ['@opentelemetry', /^telemetry\/(spans|otlp)\.ts$/, 'telemetry/spans.ts, telemetry/otlp.ts'],
];

/** Assignments to prototypes of packages, and imports that no package exports: docs/decisions/private-parts.md says why. */
export const PRIVATE_PARTS = {
  prototypes: [
    ['events/redis/connection.ts', 'replies.default'],
    ['transports/websocket/client-socket.ts', 'Receiver'],
  ],
  imports: [
    ['events/redis/connection.ts', 'ioredis/built/DataHandler.js'],
    ['packages/explorer/not-found.ts', 'graphql/jsutils/suggestionList.js'],
    ['platform/transport.ts', 'undici/lib/dispatcher/env-http-proxy-agent.js'],
    ['platform/transport.ts', 'undici/lib/dispatcher/pool.js'],
  ],
};
