/** Bounds that no operator needs to set; tests start gateways with other values. Sizes are in bytes, durations in milliseconds. */
export const BOUNDS = {
  /** Request body, or message of a socket. Documents are a few thousand bytes, and the platform's largest input some ten thousand. */
  bodyLimit: 100_000,
  /** Depth and aliases of a document. Prices limit the cost of execution; these limit the time of validation. */
  depth: 12,
  aliases: 30,
  /** Platform calls of an operation, predicted and made. */
  platformCalls: 250,
  /** Objects and list items of a response, predicted and produced. */
  objects: 30_000,
  /** Length of a response: predicted in bytes, and produced in characters with JSON escapes. */
  responseLength: 10_000_000,
  /** Memory that documents, their plans and persisted queries retain, estimated. */
  documentMemory: 32_000_000,
  /** Event loop lag above which new operations get a 503. */
  lagLimit: 500,
  /** Input, and unread output, that one network may make a process hold. A process holds four times as much of each. */
  held: 16_000_000,
  /** Mutations per address per minute that sign in, refresh tokens or create accounts. 0: no limit. */
  signIns: 300,
  /** Sign-ins in five minutes of the whole fleet that the platform may reject before each address is limited. 0: never. */
  rejectedSignIns: 3000,
  /** How long all platform calls of an operation may take together. Null: 10 s, or the timeout of one if that is longer. */
  operationTimeout: null as number | null,
  /** Interval of session checks with open streams; a confirmed session is trusted for as long. */
  sessionCheckInterval: 60_000,
  /** Whether results of queries are compressed. A proxy forwards compressed results unchanged. */
  compressesResults: true,
  /** Time in which a client must send a request; its head within 10 s. Proxies allow less. */
  requestTimeout: 30_000,
  /** Time between pings of a socket and comments of an event stream: below the idle timeouts of proxies, from 30 s on. */
  keepAliveInterval: 12_000,
  /** Size from which results are compressed. Smaller ones take more CPU time than they save (docs/decisions/compression.md). */
  compressionFrom: 4000,
  /**
   * Results over 64 KB that a process compresses at a time; further ones are sent uncompressed. Each uses a thread of its own.
   */
  compressions: 8,
  /** Tokens of a document. The comparison of overlapping fields is quadratic in them: 1,500 take less than a tenth of a second. */
  tokens: 1500,
  /** Items assumed for each list without `first`. Null: its `@listSize`, which the tests compare with data. */
  listEstimate: null as number | null,
  /** Response body of the platform, decompressed: several times the largest documented one. */
  platformResponseLimit: 8_000_000,
  /** Time between checks of Redis and of each platform host; two failures mean that it is down. 0: no checks. */
  dependencyCheckInterval: 5000,
  /** Duration from which an operation is logged as slow, with its platform calls: below the alerts' threshold. */
  slowOperation: 2000,
  /** Log lines that wait in memory while standard output accepts nothing; further ones are dropped. */
  logBufferLimit: 8_000_000,
  /** Rejected sign-ins of one address per minute while there are too many in total: as many as a person may mistype. */
  rejectedSignInsPerAddress: 10,
  /** Time for load balancers to notice that the process is no longer ready, before it closes its connections. */
  shutdownNotice: 1000,
  /** Longest interval of polls, and of session checks, while the platform is slow or sends `Retry-After`. */
  longestInterval: { polls: 60_000, sessionChecks: 600_000 },
};
