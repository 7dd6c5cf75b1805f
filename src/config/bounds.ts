/** Bounds that no operator needs to set. Sizes are in bytes, durations in milliseconds. */
export interface BoundValues {
  /** Time in which a client must send a request; its head within 10 s. Proxies allow less. */
  readonly requestTimeout: number;
  /** Time between pings of a socket and comments of an event stream: below the idle timeouts of proxies, from 30 s on. */
  readonly keepAliveInterval: number;
  /** Size from which results are compressed. Smaller ones take more CPU time than they save (docs/decisions/compression.md). */
  readonly compressionFrom: number;
  /** Results over 64 KB that a process compresses at a time; further ones are sent as they are. Each has a thread of its own. */
  readonly compressions: number;
  /** Tokens of a document. The comparison of overlapping fields is quadratic in them: 1,500 take less than a tenth of a second. */
  readonly tokens: number;
  /** Items assumed for each list without `first`. Null: its `@listSize`, which the tests compare with data. */
  readonly listEstimate: number | null;
  /** Response body of the platform, decompressed: several times the largest documented one. */
  readonly platformResponseLimit: number;
  /** Share of the queries that `EXECUTOR=compare` runs with graphql-js as well. */
  readonly comparedShare: number;
  /** Time without a response to heartbeats after which a worker counts as stuck: longer than any pause of the collector. */
  readonly workerTimeout: number;
  /** Time between checks of Redis and of each platform host; two failures mean that it is down. 0: no checks. */
  readonly dependencyCheckInterval: number;
  /** Duration from which an operation is logged as slow, with its platform calls: below what alerts call slow. */
  readonly slowOperation: number;
  /** Log lines that wait in memory while standard output accepts nothing; further ones are dropped. */
  readonly logBufferLimit: number;
  /** Rejected sign-ins of one address per minute while there are too many over all: what a person mistypes. */
  readonly rejectedSignInsPerAddress: number;
  /** Longest interval of polls, and of session checks, while the platform is slow or asks the gateway to wait. */
  readonly longestInterval: { readonly polls: number; readonly sessionChecks: number };
}

/** Tests start gateways with other values. */
export const BOUNDS: BoundValues = {
  requestTimeout: 30_000,
  keepAliveInterval: 12_000,
  compressionFrom: 4000,
  compressions: 8,
  tokens: 1500,
  listEstimate: null,
  platformResponseLimit: 8_000_000,
  comparedShare: 0.01,
  workerTimeout: 10_000,
  dependencyCheckInterval: 5000,
  slowOperation: 2000,
  logBufferLimit: 8_000_000,
  rejectedSignInsPerAddress: 10,
  longestInterval: { polls: 60_000, sessionChecks: 600_000 },
};
