const IS_CONSTANT = 'its default is a constant now';
const IS_HELD = 'LIMIT_HELD limits all that callers hold, in bytes';
const AT_THE_PROXY = 'the proxy limits what an address may do, as in deploy/nginx and deploy/haproxy';
const PLATFORM_OF_A_SANDBOX = 'set PLATFORM_URL and PLATFORM_PUSH_URL to the addresses of the sandbox';
const IN_SENTINELS = 'put it into REDIS_SENTINELS, as in user:password@s1:26379';

/**
 * Variables of 0.2 that are no more, each with what became of it. A gateway that finds one refuses to start: its operator relies
 * on something that has no effect. To be emptied in the next major release.
 */
export const REMOVED_NAMES: ReadonlyMap<string, string> = new Map([
  ['APP_ENVIRONMENT', PLATFORM_OF_A_SANDBOX],
  ['COMPRESSION', IS_CONSTANT],
  ['COMPRESSION_FROM', IS_CONSTANT],
  ['DEPENDENCY_CHECK_INTERVAL', IS_CONSTANT],
  ['KEEP_ALIVE_INTERVAL', IS_CONSTANT],
  [
    'LIMIT_ADDRESS_CONNECTIONS',
    `${AT_THE_PROXY}; without a proxy, it may have a quarter of LIMIT_CONNECTIONS`,
  ],
  ['LIMIT_ALIASES', IS_CONSTANT],
  ['LIMIT_BODY', IS_CONSTANT],
  ['LIMIT_COMPRESSIONS', IS_CONSTANT],
  ['LIMIT_CONNECTION_RATE', AT_THE_PROXY],
  ['LIMIT_DEPTH', IS_CONSTANT],
  ['LIMIT_DOCUMENT_MEMORY', IS_CONSTANT],
  ['LIMIT_LAG', IS_CONSTANT],
  ['LIMIT_LIST_ESTIMATE', "each list's @listSize counts"],
  ['LIMIT_LOG_BUFFER', IS_CONSTANT],
  ['LIMIT_OBJECTS', IS_CONSTANT],
  ['LIMIT_PENDING_BODIES', IS_HELD],
  ['LIMIT_PENDING_BODIES_TOTAL', IS_HELD],
  ['LIMIT_PIPELINED', 'a connection serves one request at a time'],
  ['LIMIT_REJECTED_SIGN_INS', IS_CONSTANT],
  ['LIMIT_REJECTED_SIGN_INS_PER_ADDRESS', IS_CONSTANT],
  ['LIMIT_RESPONSE', IS_CONSTANT],
  ['LIMIT_SIGN_IN', IS_CONSTANT],
  ['LIMIT_SOCKETS', IS_HELD],
  ['LIMIT_SUBSCRIPTIONS', IS_HELD],
  ['LIMIT_TOKENS', IS_CONSTANT],
  ['LIMIT_UNREAD', IS_CONSTANT],
  ['LIMIT_UNREAD_ADDRESS', IS_HELD],
  ['LIMIT_UNREAD_TOTAL', IS_HELD],
  ['LIMIT_UPSTREAM_CALLS', IS_CONSTANT],
  ['NOTIFICATION_POLL_MAX', 'it is a minute, or NOTIFICATION_POLL_INTERVAL if that is longer'],
  ['OPERATION_TIMEOUT', 'it is ten seconds, or PLATFORM_TIMEOUT if that is longer'],
  ['PLATFORM_PUSH_SANDBOX_URL', PLATFORM_OF_A_SANDBOX],
  ['PLATFORM_RESPONSE_LIMIT', IS_CONSTANT],
  ['PLATFORM_SANDBOX_URL', PLATFORM_OF_A_SANDBOX],
  ['PROJECTION', 'EXECUTOR=graphql-js runs operations without it'],
  ['REDIS_SENTINEL_PASSWORD', IN_SENTINELS],
  ['REDIS_SENTINEL_PASSWORD_FILE', IN_SENTINELS],
  ['REDIS_SENTINEL_USERNAME', IN_SENTINELS],
  ['REQUEST_TIMEOUT', IS_CONSTANT],
  ['SESSION_CHECK_INTERVAL', IS_CONSTANT],
  ['SESSION_CHECK_MAX', 'it is ten minutes'],
  ['SLOW_OPERATION', IS_CONSTANT],
  ['WORKER_TIMEOUT', IS_CONSTANT],
  ['XAPI_VERBS', 'the platform checks them'],
]);
